import Foundation

/// Posts with their authors, similar to twitter.json.
///
/// They have many members, much text that isn't ASCII, many nulls, and as much white space; three of
/// four hold the post that they repeat.
struct PostsDocument {
  var count: Int
  var seed: UInt64 = 2

  private static let words = [
    "今日は", "天気が", "とても", "いいですね", "ありがとう", "ございます", "明日", "新しい", "映画を", "見ました",
    "友達と", "一緒に", "駅まで", "歩いて", "帰りました", "！", "😊", "✨",
  ]

  var json: Data {
    var random = SeededRandom(state: seed)
    let posts = (0..<count).map { post($0, &random, mayRepeat: true) }.joined(separator: ",")
    let text = """
      {"statuses":[\(posts)],"search_metadata":{"completed_in":0.087,"max_id":505874924095815700,\
      "max_id_str":"505874924095815681","next_results":"?max_id=505874847260352512&count=100",\
      "query":"%E4%B8%80","refresh_url":"?since_id=505874924095815681&include_entities=1",\
      "count":\(count),"since_id":0,"since_id_str":"0"}}
      """
    return Data(IndentedText(spaces: 2).text(of: text).utf8)
  }

  private func post(_ index: Int, _ random: inout SeededRandom, mayRepeat: Bool) -> String {
    let id = 505_874_000_000_000_000 + random.number(below: 1_000_000_000)
    let mentions = random.chance(of: mayRepeat ? 830 : 40) ? [mention(&random)] : []
    let links = random.chance(of: 120) ? [link(index)] : []
    let media = random.chance(of: 60) ? ",\"media\":[\(medium(index))]" : ""
    let tags = random.chance(of: 60) ? "{\"text\":\"\(words(8, &random))\",\"indices\":[3,19]}" : ""
    let start = mayRepeat ? "RT @user\(index): " : ""
    var text = """
      {"metadata":{"result_type":"recent","iso_language_code":"ja"},\
      "created_at":"Sun Aug 31 00:29:\(10 + index % 50) +0000 2014","id":\(id),"id_str":"\(id)",\
      "text":"\(start)\(words(60, &random))\\n\(words(45, &random))",\
      "source":"<a href=\\"http://twitter.example/download/iphone\\" rel=\\"nofollow\\">for iPhone</a>",\
      "truncated":false,"in_reply_to_status_id":null,"in_reply_to_status_id_str":null,\
      "in_reply_to_user_id":null,"in_reply_to_user_id_str":null,"in_reply_to_screen_name":null,\
      "user":\(user(index, &random)),"geo":null,"coordinates":null,"place":null,"contributors":null,
      """
    if mayRepeat, random.chance(of: 730) {
      text += "\"retweeted_status\":\(post(index, &random, mayRepeat: false)),"
    }
    return text + """
      "retweet_count":\(random.number(below: 500)),"favorite_count":\(random.number(below: 900)),\
      "entities":{"hashtags":[\(tags)],"symbols":[],"urls":[\(links.joined())],\
      "user_mentions":[\(mentions.joined())]\(media)},"favorited":false,"retweeted":false,"lang":"ja"}
      """
  }

  private func mention(_ random: inout SeededRandom) -> String {
    let id = 100_000_000 + random.number(below: 2_000_000_000)
    return """
      {"screen_name":"user\(id)","name":"\(words(8, &random))","id":\(id),"id_str":"\(id)",\
      "indices":[3,12]}
      """
  }

  private func link(_ index: Int) -> String {
    """
    {"url":"http://t.example/\(index)","expanded_url":"http://example.com/articles/\(index)",\
    "display_url":"example.com/articles/\(index)","indices":[58,80]}
    """
  }

  private func medium(_ index: Int) -> String {
    let sizes = ["medium", "small", "thumb", "large"].map { size in
      "\"\(size)\":{\"w\":600,\"h\":338,\"resize\":\"fit\"}"
    }
    return """
      {"id":505864942575034400,"id_str":"505864942575034369","indices":[27,49],\
      "media_url":"http://images.example.com/media/\(index).jpg",\
      "media_url_https":"https://images.example.com/media/\(index).jpg",\
      "url":"http://t.example/\(index)","display_url":"pictures.example.com/\(index)",\
      "expanded_url":"http://example.com/status/\(index)/photo/1","type":"photo",\
      "sizes":{\(sizes.joined(separator: ","))}}
      """
  }

  private func user(_ index: Int, _ random: inout SeededRandom) -> String {
    let id = 100_000_000 + random.number(below: 2_000_000_000)
    let links = random.chance(of: 110) ? "\"url\":{\"urls\":[\(link(index))]}," : ""
    let (offset, zone) = random.chance(of: 170) ? ("32400", "\"Tokyo\"") : ("null", "null")
    let location = random.chance(of: 400) ? words(6, &random) : ""
    return """
      {"id":\(id),"id_str":"\(id)","name":"\(words(8, &random))","screen_name":"user\(id)",\
      "location":"\(location)","description":"\(words(40, &random))\\n\(words(30, &random))",\
      "url":null,"entities":{\(links)"description":{"urls":[]}},"protected":false,\
      "followers_count":\(random.number(below: 2000)),"friends_count":\(random.number(below: 2000)),\
      "listed_count":\(random.number(below: 50)),"created_at":"Sun Feb 16 13:46:25 +0000 2014",\
      "favourites_count":235,"utc_offset":\(offset),"time_zone":\(zone),"geo_enabled":false,\
      "verified":false,"statuses_count":1769,"lang":"en","contributors_enabled":false,\
      "is_translator":false,"is_translation_enabled":false,"profile_background_color":"C0DEED",\
      "profile_background_image_url":"http://images.example.com/themes/theme1/bg.png",\
      "profile_background_image_url_https":"https://images.example.com/themes/theme1/bg.png",\
      "profile_background_tile":false,\
      "profile_image_url":"http://images.example.com/profile_images/497760886795153410/\(id)_n.jpeg",\
      "profile_image_url_https":"https://images.example.com/profile_images/49776088679/\(id)_n.jpeg",\
      "profile_banner_url":"https://images.example.com/profile_banners/\(id)/1409318784",\
      "profile_link_color":"0084B4","profile_sidebar_border_color":"C0DEED",\
      "profile_sidebar_fill_color":"DDEEF6","profile_text_color":"333333",\
      "profile_use_background_image":true,"default_profile":true,"default_profile_image":false,\
      "following":false,"follow_request_sent":false,"notifications":false}
      """
  }

  /// Words with so many characters in all, or a few more.
  private func words(_ count: Int, _ random: inout SeededRandom) -> String {
    var text = ""
    var length = 0
    while length < count {
      let word = random.pick(Self.words)
      text += word
      length += word.count
    }
    return text
  }
}
