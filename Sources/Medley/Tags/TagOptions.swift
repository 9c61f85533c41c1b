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
  package func includes(_ tag: TypeTag) -> Bool {
    tag.parts.allSatisfy { part in part.map { ScalarKind($0) == kind } ?? true }
  }
}

extension TagKind: CustomStringConvertible {
  /// The name of the kind: `"string"`, `"integer"` or `"boolean"`.
  public var description: String { "\(kind)" }
}

/// The kinds of scalar that a tag, or a part of one, may be.
enum ScalarKind: Sendable {
  case string
  case integer
  case boolean

  init?(_ tag: TypeTag) {
    switch tag {
    case .string: self = .string
    case .integer: self = .integer
    case .boolean: self = .boolean
    case .compound: return nil
    }
  }
}

/// Whether encoding writes the tag of an element.
///
/// ```swift
/// media.policies.missing = .assume("MOVIE")
/// // A movie is written as it is read, without a tag.
/// media.tagWriting = .unlessAssumed
/// ```
public struct TagWriting: Hashable, Sendable {
  /// Tells the rules apart.
  private let number: UInt8

  /// The tag is written.
  ///
  /// This is the default.
  public static let always = TagWriting(number: 0)

  /// The tag is written unless it is the one that the policy for missing tags assumes.
  ///
  /// It is also written where the discriminator would find another tag without it: the key of an
  /// object with ``Discriminator/external``, a member that another alternative reads as its tag.
  public static let unlessAssumed = TagWriting(number: 1)

  /// The content is written alone, as some servers take it.
  ///
  /// What is written so can be decoded again only if the policy for missing tags assumes the tag, or
  /// if the payload stores it. `validate()` finds registrations of which
  /// neither is known.
  public static let never = TagWriting(number: 2)
}
