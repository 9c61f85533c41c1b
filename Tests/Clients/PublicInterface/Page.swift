// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Foundation
internal import Medley
internal import MedleyFoundation
internal import MedleyResilience

/// A public type whose wrappers are behind its properties.
public struct Page: Codable, Sendable {
  enum Genre: String {
    case drama = "DRAMA"
  }

  enum Color: ForwardCompatibleCases {
    case red
    case unknown(String)

    static let wireValues: KeyValuePairs = ["RED": Color.red]
  }

  enum Audience: String, ForwardCompatibleEnum {
    case everyone
    case other

    static func unknown(_ rawValue: String) -> Audience { .other }
  }

  struct Author {}

  enum CodingKeys: String, CodingKey {
    case id
    case lossyBlocks = "blocks"
    case defaultedViews = "views"
    case lenientLiked = "liked"
    case omittedTags = "tags"
    case formattedDate = "published"
    case genre
    case color
    case audience
    case subtitle
    case author
  }

  public var id: Int
  @Lossy var lossyBlocks: [Block]
  @Defaulted<Defaults.Zero> @Lossless var defaultedViews: Int
  @LenientBool var lenientLiked: Bool
  @OmittedWhenEmpty var omittedTags: [String]
  @ISO8601Date var formattedDate: Date
  var genre: OpenEnum<Genre>
  var color: Color
  private var audience: Audience
  private var subtitle: FieldValue<String>
  private var author: Identifier<Author>?

  public var blocks: [Block] {
    get { lossyBlocks }
    set { lossyBlocks = newValue }
  }

  public var views: Int { defaultedViews }
  public var isLiked: Bool { lenientLiked }
  public var tags: [String] { omittedTags }
  public var published: Double { formattedDate.timeIntervalSince1970 }
  public var genreName: String { genre.rawValue }
  public var hasKnownColor: Bool { color.unknownWireValue == nil }
  public var title: String? { subtitle.value }
  public var authorName: String? { author?.rawValue }
  public var isForEveryone: Bool { audience == .everyone }
}
