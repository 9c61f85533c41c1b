import Formats
import Medley

/// A discriminator with the tag in or beside an object, and the elements that it encodes.
///
/// `.wrapperArray` and `.jsonKind` have their own suites.
enum WireForm: String, CaseIterable, Sendable {
  case key
  case path
  case deepPath
  case adjacent
  case adjacentNamed
  case external
  case compound
  case deduced
  case custom
  case or

  var registry: PolymorphicRegistry<any Media> {
    PolymorphicRegistry(discriminator, [movieTag: Movie.self, bookTag: Book.self])
  }

  private var discriminator: Discriminator {
    switch self {
    case .key: "type"
    case .path: .path("meta", "kind")
    case .deepPath: .path("about", "meta", "kind")
    case .adjacent: .adjacent(tag: "type", content: "data")
    case .adjacentNamed: .adjacent(tag: "type")
    case .external: .external
    case .compound: .compound("version", "kind")
    case .deduced: .deduced
    case .custom: .custom(Self.tag)
    case .or: .key("type").or(.key("kind")).or(.external)
    }
  }

  private var movieTag: TypeTag { self == .compound ? ["v1", "MOVIE"] : "MOVIE" }
  private var bookTag: TypeTag { self == .compound ? ["v1", "BOOK"] : "BOOK" }

  /// The tag of the unknown element, if the form shows one.
  var unknownTag: TypeTag? {
    switch self {
    case .compound: ["v1", "OPERA"]
    case .deduced, .custom: nil
    default: "OPERA"
    }
  }

  // MARK: - Writing elements

  /// An element as this form writes it.
  func element(_ tag: String, _ payload: PayloadValue) -> PayloadValue {
    switch self {
    case .key, .or: ["type": .string(tag)] + payload
    case .path: ["meta": ["kind": .string(tag)]] + payload
    case .deepPath: ["about": ["meta": ["kind": .string(tag)]]] + payload
    case .adjacent: ["type": .string(tag), "data": payload]
    case .adjacentNamed: ["type": .string(tag)] + .object([(key: tag, value: payload)])
    case .external: .object([(key: tag, value: payload)])
    case .compound: ["version": "v1", "kind": .string(tag)] + payload
    case .deduced, .custom: payload
    }
  }

  var movie: PayloadValue { element("MOVIE", ["title": "Heat", "minutes": 170]) }
  var book: PayloadValue { element("BOOK", ["title": "Momo", "pages": 304]) }
  var opera: PayloadValue { element("OPERA", ["title": "Tosca", "acts": 3]) }

  /// The values of `movie` and `book`.
  static var known: [Polymorphic<any Media>] {
    [.known(Movie(title: "Heat", minutes: 170)), .known(Book(title: "Momo", pages: 304))]
  }

  // MARK: - Finding a custom tag

  private struct Member: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  @Sendable private static func tag(in decoder: any Decoder) throws -> TypeTag? {
    let members = try decoder.container(keyedBy: Member.self)
    if members.contains(Member("minutes")) { return "MOVIE" }
    return members.contains(Member("pages")) ? "BOOK" : nil
  }
}

extension PayloadValue {
  /// The members of both objects.
  static func + (lhs: PayloadValue, rhs: PayloadValue) -> PayloadValue {
    guard case .object(let first) = lhs, case .object(let second) = rhs else { return lhs }
    return .object(first + second)
  }
}
