/// The kind that all tags of a registry have.
///
/// ```swift
/// var media = PolymorphicRegistry<any Media>("type")
/// media.tagKind = .string  // 7 is no unknown tag, but one of a wrong kind
/// ```
public struct TagKind: Hashable, Sendable {
  private let kind: ScalarKind

  /// Tags are strings: `"MOVIE"`.
  public static let string = TagKind(kind: .string)

  /// Tags are integers: `4`.
  public static let integer = TagKind(kind: .integer)

  /// Tags are Booleans: `true`.
  public static let boolean = TagKind(kind: .boolean)

  /// Whether a tag is of this kind; a compound one if all of its parts are.
  func includes(_ tag: TypeTag) -> Bool {
    tag.parts.allSatisfy { ScalarKind($0) == kind }
  }
}

extension TagKind: CustomStringConvertible {
  /// The name of the kind: `"string"`, `"integer"` or `"boolean"`.
  public var description: String { "\(kind)" }
}
