/// The model of posts: most of the members, with snake-case keys.
struct Posts: Decodable, Hashable {
  var statuses: [Post]
  var searchMetadata: Metadata

  struct Metadata: Decodable, Hashable {
    var completedIn: Double
    var count: Int
    var query: String

    private enum CodingKeys: String, CodingKey {
      case completedIn = "completed_in"
      case count
      case query
    }
  }

  private enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}

final class Post: Decodable, Hashable {
  let createdAt: String
  let id: UInt64
  let text: String
  let source: String
  let truncated: Bool
  let inReplyToStatusID: UInt64?
  let user: User
  let place: String?
  let retweetCount: Int
  let favoriteCount: Int
  let entities: Entities
  let favorited: Bool
  let retweeted: Bool
  let lang: String
  let retweetedStatus: Post?

  private enum CodingKeys: String, CodingKey {
    case createdAt = "created_at"
    case id
    case text
    case source
    case truncated
    case inReplyToStatusID = "in_reply_to_status_id"
    case user
    case place
    case retweetCount = "retweet_count"
    case favoriteCount = "favorite_count"
    case entities
    case favorited
    case retweeted
    case lang
    case retweetedStatus = "retweeted_status"
  }

  /// Compares the most distinctive members.
  static func == (first: Post, second: Post) -> Bool {
    first.id == second.id && first.text == second.text && first.source == second.source
      && first.createdAt == second.createdAt && first.user == second.user
      && first.inReplyToStatusID == second.inReplyToStatusID && first.place == second.place
      && first.retweetCount == second.retweetCount && first.favoriteCount == second.favoriteCount
      && first.entities == second.entities && first.lang == second.lang
      && first.retweetedStatus == second.retweetedStatus
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

struct User: Decodable, Hashable {
  var id: UInt64
  var name: String
  var screenName: String
  var location: String
  var description: String
  var url: String?
  var isProtected: Bool
  var followersCount: Int
  var friendsCount: Int
  var listedCount: Int
  var createdAt: String
  var favouritesCount: Int
  var timeZone: String?
  var verified: Bool
  var statusesCount: Int
  var lang: String
  var profileImageURL: String

  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case screenName = "screen_name"
    case location
    case description
    case url
    case isProtected = "protected"
    case followersCount = "followers_count"
    case friendsCount = "friends_count"
    case listedCount = "listed_count"
    case createdAt = "created_at"
    case favouritesCount = "favourites_count"
    case timeZone = "time_zone"
    case verified
    case statusesCount = "statuses_count"
    case lang
    case profileImageURL = "profile_image_url"
  }
}

struct Entities: Decodable, Hashable {
  var hashtags: [Hashtag]
  var urls: [Link]

  struct Hashtag: Decodable, Hashable {
    var text: String
    var indices: [Int]
  }

  struct Link: Decodable, Hashable {
    var url: String
    var expandedURL: String
    var indices: [Int]

    private enum CodingKeys: String, CodingKey {
      case url
      case expandedURL = "expanded_url"
      case indices
    }
  }
}
