import Foundation

/// Posts with their authors, similar to twitter.json.
///
/// They have many members, non-ASCII text, URLs with escaped slashes, and nulls.
struct PostsDocument {
  var count: Int
  var seed: UInt64 = 2

  private static let words = [
    "今日は", "天気が", "とても", "いいですね", "ありがとう", "ございます", "明日", "新しい", "映画を", "見ました",
    "the", "new", "record", "is", "out", "café", "naïve", "größer", "привет", "мир", "😀", "🎬",
  ]

  var json: Data {
    var random = SeededRandom(state: seed)
    var text = "{\"statuses\":["
    for index in 0..<count {
      if index > 0 { text += "," }
      text += post(index, &random, mayRepeat: true)
    }
    text +=
      "],\"search_metadata\":{\"completed_in\":0.087,\"count\":\(count),\"query\":\"%E4%B8%80\"}}"
    return Data(text.utf8)
  }

  private func post(_ index: Int, _ random: inout SeededRandom, mayRepeat: Bool) -> String {
    let id = 505_874_000_000_000_000 + random.number(below: 1_000_000_000)
    var text = """
      {"metadata":{"result_type":"recent","iso_language_code":"ja"},\
      "created_at":"Sun Aug 31 00:29:\(10 + index % 50) +0000 2014","id":\(id),"id_str":"\(id)",\
      "text":"\(words(8 + random.number(below: 12), &random))\\n#\(random.pick(Self.words))",\
      "source":"<a href=\\"http:\\/\\/example.com\\/client\\" rel=\\"nofollow\\">Client<\\/a>",\
      "truncated":false,"in_reply_to_status_id":null,"in_reply_to_screen_name":null,\
      "user":\(user(&random)),"geo":null,"place":null,\
      "retweet_count":\(random.number(below: 500)),"favorite_count":\(random.number(below: 900)),\
      "entities":{"hashtags":[{"text":"\(random.pick(Self.words))","indices":[3,19]}],"symbols":[],\
      "urls":[{"url":"http:\\/\\/t.example\\/\(id)","expanded_url":"http:\\/\\/example.com\\/\(index)",\
      "indices":[58,80]}]},"favorited":false,"retweeted":false,"lang":"ja"
      """
    if mayRepeat, random.chance(of: 300) {
      text += ",\"retweeted_status\":\(post(index, &random, mayRepeat: false))"
    }
    return text + "}"
  }

  private func user(_ random: inout SeededRandom) -> String {
    let id = 1_000_000_000 + random.number(below: 1_000_000_000)
    return """
      {"id":\(id),"id_str":"\(id)","name":"\(random.pick(Self.words))","screen_name":"user\(id)",\
      "location":"\(words(2, &random))","description":"\(words(14, &random))","url":null,\
      "protected":false,"followers_count":\(random.number(below: 90_000)),\
      "friends_count":\(random.number(below: 2000)),"listed_count":\(random.number(below: 50)),\
      "created_at":"Sun Feb 16 13:46:25 +0000 2014","favourites_count":235,"utc_offset":null,\
      "time_zone":"Tokyo","geo_enabled":false,"verified":false,"statuses_count":1769,"lang":"en",\
      "profile_background_color":"C0DEED",\
      "profile_image_url":"http:\\/\\/example.com\\/profile_images\\/\(id)\\/normal.jpeg",\
      "profile_link_color":"0084B4","profile_use_background_image":true,"default_profile":true,\
      "following":false,"notifications":false}
      """
  }

  private func words(_ count: Int, _ random: inout SeededRandom) -> String {
    (0..<count).map { _ in random.pick(Self.words) }.joined(separator: " ")
  }
}
