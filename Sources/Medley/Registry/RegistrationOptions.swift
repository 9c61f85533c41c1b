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
  var isOnlyEncoded = false
  /// Whether values needn't be encoded again.
  package private(set) var isOnlyDecoded = false
  /// Whether a value has an empty object as its content.
  private(set) var writesContent = false
  /// The only alternative in which the tags are read and written; nil for any.
  private(set) var alternative: Discriminator?
  /// Whether the registration is for the element of a decoder; nil if it is for all.
  package var isAvailable: (@Sendable (any Decoder) -> Bool)?

  /// Creates the default options.
  public init() {}

  /// Creates the default options with one change.
  private init(_ change: (inout RegistrationOptions) -> Void) {
    change(&self)
  }
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
  public static func tagWriting(_ tagWriting: TagWriting) -> Self {
    Self { $0.tagWriting = tagWriting }
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
  public static var storingTag: Self { Self { $0.storesTag = true } }

  /// The registration is only for encoding: another one decodes its tags.
  ///
  /// ```swift
  /// try messages.register(for: "message", as: Message.received)
  /// try messages.register(
  ///   for: "message", options: .onlyEncoded, as: Message.sent)
  /// ```
  public static var onlyEncoded: Self { Self { $0.isOnlyEncoded = true } }

  /// The registration is only for decoding, in an enum that is also encoded.
  ///
  /// ```swift
  /// try frames.register(for: "hello", options: .onlyDecoded) { fields in
  ///   .hello(interval: try fields.decode("interval"))
  /// }
  /// ```
  ///
  /// A function for fields without its counterpart for encoding, and a type that is only `Decodable`,
  /// can't be encoded in any case. `validate()` of MedleyTesting takes them for a mistake without
  /// this option.
  public static var onlyDecoded: Self { Self { $0.isOnlyDecoded = true } }
}

extension RegistrationOptions {
  /// A value without content is encoded with an empty object as its content.
  ///
  /// ```swift
  /// // {"type": "divider", "divider": {}}
  /// try blocks.register(
  ///   .divider, for: "divider", options: .emptyContent)
  /// ```
  ///
  /// Without it, the tag is written alone. It is for discriminators that keep the content apart from
  /// the tag; where the tag stands among the members, there is an object anyway.
  public static var emptyContent: Self { Self { $0.writesContent = true } }
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
  public static func `in`(_ alternative: Discriminator) -> Self {
    Self { $0.alternative = alternative }
  }
}

// MARK: - Combining

extension RegistrationOptions: ExpressibleByArrayLiteral {
  /// Combines several options; a later one replaces an earlier one of its kind.
  public init(arrayLiteral elements: RegistrationOptions...) {
    for other in elements {
      if let own = other.tagWriting { tagWriting = own }
      if other.storesTag { storesTag = true }
      if other.isOnlyEncoded { isOnlyEncoded = true }
      if other.isOnlyDecoded { isOnlyDecoded = true }
      if other.writesContent { writesContent = true }
      if let own = other.alternative { alternative = own }
      if let own = other.isAvailable { isAvailable = own }
    }
  }
}
