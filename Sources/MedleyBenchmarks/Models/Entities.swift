/// What is found in the text of a post.
struct Entities: Codable, Hashable {
  var hashtags: [Hashtag]
  var symbols: [Hashtag]
  var urls: [Link]
  var userMentions: [Mention]
  var media: [Medium]?

  private enum CodingKeys: String, CodingKey {
    case hashtags
    case symbols
    case urls
    case userMentions = "user_mentions"
    case media
  }

  struct Hashtag: Codable, Hashable {
    var text: String
    var indices: [Int]
  }

  struct Link: Codable, Hashable {
    var url: String
    var expandedUrl: String
    var displayUrl: String
    var indices: [Int]

    private enum CodingKeys: String, CodingKey {
      case url
      case expandedUrl = "expanded_url"
      case displayUrl = "display_url"
      case indices
    }
  }

  struct Mention: Codable, Hashable {
    var screenName: String
    var name: String
    var id: UInt64
    var idStr: String
    var indices: [Int]

    private enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name
      case id
      case idStr = "id_str"
      case indices
    }
  }

  struct Medium: Codable, Hashable {
    var id: UInt64
    var idStr: String
    var indices: [Int]
    var mediaUrl: String
    var mediaUrlHttps: String
    var url: String
    var displayUrl: String
    var expandedUrl: String
    var type: String
    var sizes: Sizes
    var sourceStatusId: UInt64?
    var sourceStatusIdStr: String?

    private enum CodingKeys: String, CodingKey {
      case id
      case idStr = "id_str"
      case indices
      case mediaUrl = "media_url"
      case mediaUrlHttps = "media_url_https"
      case url
      case displayUrl = "display_url"
      case expandedUrl = "expanded_url"
      case type
      case sizes
      case sourceStatusId = "source_status_id"
      case sourceStatusIdStr = "source_status_id_str"
    }
  }

  struct Sizes: Codable, Hashable {
    var medium: Size
    var small: Size
    var thumb: Size
    var large: Size
  }

  struct Size: Codable, Hashable {
    var w: Int
    var h: Int
    var resize: String
  }
}
