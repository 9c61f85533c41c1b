/// What twitter.json holds: all of its members, under keys in snake case.
struct Posts: Codable, Hashable {
  var statuses: [Post]
  var searchMetadata: SearchMetadata

  private enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}

struct SearchMetadata: Codable, Hashable {
  var completedIn: Double
  var maxId: UInt64
  var maxIdStr: String
  var nextResults: String
  var query: String
  var refreshUrl: String
  var count: Int
  var sinceId: Int
  var sinceIdStr: String

  private enum CodingKeys: String, CodingKey {
    case completedIn = "completed_in"
    case maxId = "max_id"
    case maxIdStr = "max_id_str"
    case nextResults = "next_results"
    case query
    case refreshUrl = "refresh_url"
    case count
    case sinceId = "since_id"
    case sinceIdStr = "since_id_str"
  }
}

/// A post, which may hold the one that it repeats: it is a class for that.
final class Post: Codable, Hashable {
  let metadata: Metadata
  let createdAt: String
  let id: UInt64
  let idStr: String
  let text: String
  let source: String
  let truncated: Bool
  let inReplyToStatusId: UInt64?
  let inReplyToStatusIdStr: String?
  let inReplyToUserId: UInt64?
  let inReplyToUserIdStr: String?
  let inReplyToScreenName: String?
  let user: User
  let geo: String?
  let coordinates: String?
  let place: String?
  let contributors: String?
  let retweetCount: Int
  let favoriteCount: Int
  let entities: Entities
  let favorited: Bool
  let retweeted: Bool
  let possiblySensitive: Bool?
  let lang: String
  let retweetedStatus: Post?

  private enum CodingKeys: String, CodingKey {
    case metadata
    case createdAt = "created_at"
    case id
    case idStr = "id_str"
    case text
    case source
    case truncated
    case inReplyToStatusId = "in_reply_to_status_id"
    case inReplyToStatusIdStr = "in_reply_to_status_id_str"
    case inReplyToUserId = "in_reply_to_user_id"
    case inReplyToUserIdStr = "in_reply_to_user_id_str"
    case inReplyToScreenName = "in_reply_to_screen_name"
    case user
    case geo
    case coordinates
    case place
    case contributors
    case retweetCount = "retweet_count"
    case favoriteCount = "favorite_count"
    case entities
    case favorited
    case retweeted
    case possiblySensitive = "possibly_sensitive"
    case lang
    case retweetedStatus = "retweeted_status"
  }

  struct Metadata: Codable, Hashable {
    var resultType: String
    var isoLanguageCode: String

    private enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case isoLanguageCode = "iso_language_code"
    }
  }

  static func == (first: Post, second: Post) -> Bool {
    first.metadata == second.metadata
      && first.createdAt == second.createdAt
      && first.id == second.id
      && first.idStr == second.idStr
      && first.text == second.text
      && first.source == second.source
      && first.truncated == second.truncated
      && first.inReplyToStatusId == second.inReplyToStatusId
      && first.inReplyToStatusIdStr == second.inReplyToStatusIdStr
      && first.inReplyToUserId == second.inReplyToUserId
      && first.inReplyToUserIdStr == second.inReplyToUserIdStr
      && first.inReplyToScreenName == second.inReplyToScreenName
      && first.user == second.user
      && first.geo == second.geo
      && first.coordinates == second.coordinates
      && first.place == second.place
      && first.contributors == second.contributors
      && first.retweetCount == second.retweetCount
      && first.favoriteCount == second.favoriteCount
      && first.entities == second.entities
      && first.favorited == second.favorited
      && first.retweeted == second.retweeted
      && first.possiblySensitive == second.possiblySensitive
      && first.lang == second.lang
      && first.retweetedStatus == second.retweetedStatus
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}
