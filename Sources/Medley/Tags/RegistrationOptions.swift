/// Options of a registration, such as whether its tag is written.
///
/// ```swift
/// try items.register(
///   Draft.self, for: "draft", options: .tagWriting(.never))
/// try tools.register(
///   Tool.self, for: "search", options: [.storingTag, .onlyEncoded])
/// ```
public struct RegistrationOptions: Sendable {
  /// When the tag is written; nil where the registry decides.
  private(set) var tagWriting: TagWriting?
  /// Whether the payload has any of its tags, and not only the canonical one.
  package private(set) var storesTag = false
  /// Whether the tags belong to another registration, which decodes them.
  private(set) var isOnlyEncoded = false
  /// The only alternative in which the tags are read and written; nil for any.
  private(set) var alternative: Discriminator?

  /// Creates the default options.
  public init() {}
}

// MARK: - Choosing options

extension RegistrationOptions {
  /// Sets when this registration's tag is written, instead of the registry's setting.
  ///
  /// ```swift
  /// try blocks.register(
  ///   Paragraph.self, for: "paragraph",
  ///   options: .tagWriting(.unlessAssumed))
  /// ```
  public static func tagWriting(_ tagWriting: TagWriting) -> RegistrationOptions {
    var options = RegistrationOptions()
    options.tagWriting = tagWriting
    return options
  }

  /// The payload stores its tag under the discriminator's key, and is encoded with that.
  ///
  /// It may be any tag that a registration of the type takes, by itself or by a pattern:
  ///
  /// ```swift
  /// struct Tool: Codable {
  ///   var type: OpenEnum<ToolKind>  // "web_search_2026" is written as it is
  ///   var name: String
  /// }
  /// try tools.register(Tool.self, for: "custom", options: .storingTag)
  /// try tools.register(
  ///   Tool.self, matching: "web_search_*", options: .storingTag)
  /// ```
  ///
  /// Without a stored tag, the first of its tags is written.
  public static let storingTag: RegistrationOptions = {
    var options = RegistrationOptions()
    options.storesTag = true
    return options
  }()

  /// The registration is only for encoding: another one decodes its tags.
  ///
  /// ```swift
  /// try messages.register(for: "message", as: Message.received)
  /// try messages.register(
  ///   for: "message", options: .onlyEncoded, as: Message.sent)
  /// ```
  public static let onlyEncoded: RegistrationOptions = {
    var options = RegistrationOptions()
    options.isOnlyEncoded = true
    return options
  }()
}

// MARK: - Choosing an alternative

extension RegistrationOptions {
  /// The tags are read and written in one of several alternatives only.
  ///
  /// Without it, a type is written in the first alternative that can write its tag:
  ///
  /// ```swift
  /// var events = PolymorphicRegistry<any Event>(.key("t").or(.key("op")))
  /// try events.register(Ready.self, for: "READY")
  /// // {"op": 7}
  /// try events.register(
  ///   Reconnect.self, for: 7, options: .in(.key("op")))
  /// ```
  ///
  /// In this way a payload can take the whole element where others are content beside the tag, with
  /// members beside the content:
  ///
  /// ```swift
  /// var properties = PolymorphicRegistry<any Property>(
  ///   .adjacent(tag: "type").or(.key("type")))
  /// try properties.register(Title.self, for: "title")
  /// // {"type": "relation", "relation": [...], "has_more": true}
  /// try properties.register(
  ///   Relation.self, for: "relation", options: .in(.key("type")))
  /// ```
  ///
  /// A tag can select one type in each alternative.
  ///
  /// - Parameter alternative: An alternative of the registry's discriminator. With any other,
  ///   registering throws.
  /// - Returns: The option.
  public static func `in`(_ alternative: Discriminator) -> RegistrationOptions {
    var options = RegistrationOptions()
    options.alternative = alternative
    return options
  }
}

// MARK: - Combining

extension RegistrationOptions: ExpressibleByArrayLiteral {
  /// Combines several options; a later one replaces an earlier one of its kind.
  public init(arrayLiteral elements: RegistrationOptions...) {
    for element in elements { formUnion(element) }
  }

  private mutating func formUnion(_ other: RegistrationOptions) {
    tagWriting = other.tagWriting ?? tagWriting
    storesTag = storesTag || other.storesTag
    isOnlyEncoded = isOnlyEncoded || other.isOnlyEncoded
    alternative = other.alternative ?? alternative
  }
}

/// The comparison of the tags of a registry with those of a payload.
///
/// ```swift
/// let media = PolymorphicRegistry<any Media>(
///   "type", ["MOVIE": Movie.self], comparing: .caseInsensitive)
/// media.payloadType(for: "movie")  // Movie.self
/// ```
public struct TagComparison: Hashable, Sendable {
  let foldsCase: Bool

  /// Strings are equal if their code units are.
  ///
  /// This is the default.
  public static let exact = TagComparison(foldsCase: false)

  /// Strings are equal if their lowercase forms are, regardless of the locale.
  ///
  /// Two tags that differ only in case are one tag, so registering them for two types is a
  /// conflict. A payload that stores its tag is encoded with the stored tag.
  public static let caseInsensitive = TagComparison(foldsCase: true)
}

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
enum ScalarKind: CaseIterable, Sendable {
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
  private enum Rule {
    case always, unlessAssumed, never
  }

  private let rule: Rule

  /// The tag is written.
  ///
  /// This is the default.
  public static let always = TagWriting(rule: .always)

  /// The tag is written unless it is the one that the policy for missing tags assumes.
  ///
  /// It is also written where the discriminator would find another tag without it: the key of an
  /// object with ``Discriminator/external``, a member that another alternative reads as its tag.
  public static let unlessAssumed = TagWriting(rule: .unlessAssumed)

  /// The content is written alone, as some servers take it.
  ///
  /// What is written so can be decoded again only if the policy for missing tags assumes the tag, or
  /// if the payload stores it. `validate()` finds registrations of which
  /// neither is known.
  public static let never = TagWriting(rule: .never)
}
