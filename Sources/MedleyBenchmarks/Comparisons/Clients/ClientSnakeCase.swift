import Foundation
import Medley
import MedleyJSON

/// `{"type": "post", "created_at": 1, "author_name": "Ada"}`, and the same around the payload.
enum ClientSnakeCase {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("key", count, Hand.self, Made.self) { "{\"type\":\"\($0)\",\($1)}" }
      + plans("adjacent", count, AdjacentHand.self, AdjacentMade.self) {
        "{\"type\":\"\($0)\",\"data\":{\($1)}}"
      }
      + plans("member", count, MemberHand.self, MemberMade.self) { "{\"new_\($0)\":{\($1)}}" }
  }

  private static func plans<Hand: Codable, Made: Codable>(
    _ name: String,
    _ count: Int,
    _ hand: Hand.Type,
    _ made: Made.Type,
    of form: @escaping (_ tag: String, _ members: String) -> String
  ) -> [Comparison.Plan] {
    Client.plans(
      "\(name), convertFromSnakeCase",
      count,
      hand,
      made,
      kinds: 2,
      coders: .snakeCase
    ) {
      $0.kind == 0
        ? form("post", "\"created_at\":\($0.id),\"author_name\":\"\($0.words)\"")
        : form("photo", "\"created_at\":\($0.id),\"is_public\":\($0.id % 3 == 0)")
    }
  }

  struct Post: Codable {
    let createdAt: Int
    let authorName: String
  }

  struct Photo: Codable {
    let createdAt: Int
    let isPublic: Bool
  }

  enum Made: PolymorphicEnum {
    case post(Post)
    case photo(Photo)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Made>("type") { registry in
      try registry.register(for: "post", as: Made.post)
      try registry.register(for: "photo", as: Made.photo)
    }

    var payload: any Encodable {
      switch self {
      case .post(let post): post
      case .photo(let photo): photo
      case .unknown(let payload): payload
      }
    }
  }

  enum Hand: Codable {
    case post(Post)
    case photo(Photo)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "post": self = .post(try Post(from: decoder))
      case "photo": self = .photo(try Photo(from: decoder))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .post(let post):
        try container.encode("post", forKey: .type)
        try post.encode(to: encoder)
      case .photo(let photo):
        try container.encode("photo", forKey: .type)
        try photo.encode(to: encoder)
      }
    }
  }

  enum AdjacentMade: PolymorphicEnum {
    case post(Post)
    case photo(Photo)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<AdjacentMade>(
      .adjacent(tag: "type", content: "data")
    ) { registry in
      try registry.register(for: "post", as: AdjacentMade.post)
      try registry.register(for: "photo", as: AdjacentMade.photo)
    }

    var payload: any Encodable {
      switch self {
      case .post(let post): post
      case .photo(let photo): photo
      case .unknown(let payload): payload
      }
    }
  }

  enum AdjacentHand: Codable {
    case post(Post)
    case photo(Photo)

    private enum CodingKeys: CodingKey {
      case type
      case data
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "post": self = .post(try container.decode(Post.self, forKey: .data))
      case "photo": self = .photo(try container.decode(Photo.self, forKey: .data))
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .post(let post):
        try container.encode("post", forKey: .type)
        try container.encode(post, forKey: .data)
      case .photo(let photo):
        try container.encode("photo", forKey: .type)
        try container.encode(photo, forKey: .data)
      }
    }
  }
}

// MARK: - By the member that is present

extension ClientSnakeCase {
  enum MemberMade: PolymorphicEnum {
    case post(Post)
    case photo(Photo)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<MemberMade>(.member) { registry in
      try registry.register(for: "newPost", as: MemberMade.post)
      try registry.register(for: "newPhoto", as: MemberMade.photo)
    }

    var payload: any Encodable {
      switch self {
      case .post(let post): post
      case .photo(let photo): photo
      case .unknown(let payload): payload
      }
    }
  }

  enum MemberHand: Codable {
    case post(Post)
    case photo(Photo)

    private enum CodingKeys: CodingKey {
      case newPost
      case newPhoto
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.newPost) {
        self = .post(try container.decode(Post.self, forKey: .newPost))
      } else {
        self = .photo(try container.decode(Photo.self, forKey: .newPhoto))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .post(let post): try container.encode(post, forKey: .newPost)
      case .photo(let photo): try container.encode(photo, forKey: .newPhoto)
      }
    }
  }
}

extension ByHand.Coders {
  /// Coders that convert keys from snake case and to it.
  fileprivate static var snakeCase: Self {
    let coders = Self()
    coders.decoder.keyDecodingStrategy = .convertFromSnakeCase
    coders.engine.keyDecodingStrategy = .convertFromSnakeCase
    coders.encoder.keyEncodingStrategy = .convertToSnakeCase
    coders.engineEncoder.keyEncodingStrategy = .convertToSnakeCase
    return coders
  }
}
