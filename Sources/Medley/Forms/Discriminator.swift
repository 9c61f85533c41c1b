/// The place of the tag and of the payload in an element.
///
/// A string literal stands for a key of the payload itself:
///
/// ```swift
/// let media = PolymorphicRegistry<any Media>(
///   "type", ["MOVIE": Movie.self])
/// let blocks = PolymorphicRegistry<any Block>(
///   .adjacent(tag: "kind", content: "data"))
/// let shapes = PolymorphicRegistry<any Shape>(
///   .key("type").or(.external))
/// ```
///
/// The tag can stand anywhere in the object. If an object repeats a key, the first counts. With a
/// decoder that converts keys from snake case, you can write a key as the server writes it or as
/// the decoder converts it. <doc:WireForms> compares the forms.
public struct Discriminator: Sendable {
  package let form: any WireForm

  package init(_ form: any WireForm) {
    self.form = form
  }
}

// MARK: - Finding the tag in the payload

extension Discriminator {
  /// A tag under a key of the payload: `{"type": "MOVIE", "title": "Heat"}`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.key("type"))
  /// ```
  public static func key(_ key: String) -> Discriminator {
    Discriminator(PayloadForm(path: [key]))
  }

  /// A tag in an object inside the payload: `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`.
  ///
  /// A path through a scalar or null finds no tag.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.path("meta", "kind"))
  /// ```
  public static func path(_ first: String, _ rest: String...) -> Discriminator {
    path([first] + rest)
  }

  /// A tag in an object inside the payload, under a path that isn't a constant.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   .path(configuration.tagPath))
  /// ```
  ///
  /// With an empty path, registering throws.
  public static func path(_ keys: [String]) -> Discriminator {
    Discriminator(PayloadForm(path: keys))
  }

  /// A tag of several members: `{"apiVersion": "v1", "kind": "Pod", "name": "web"}`.
  ///
  /// ```swift
  /// var resources = PolymorphicRegistry<any Resource>(
  ///   .compound("apiVersion", "kind"))
  /// try resources.register(Pod.self, for: ["v1", "Pod"])
  /// ```
  ///
  /// A part that is nil is absent or null in the element, and isn't written:
  ///
  /// ```swift
  /// var events = PolymorphicRegistry<any Event>(
  ///   .compound("type", "subtype"))
  /// try events.register(Message.self, for: ["message", nil])
  /// try events.register(BotMessage.self, for: ["message", "bot"])
  /// ```
  ///
  /// If no registered tag lacks a part, an element without it has no tag. Neither has one without
  /// any part.
  public static func compound(_ first: String, _ rest: String...) -> Discriminator {
    compound([first] + rest)
  }

  /// A tag of several members, under keys that aren't constants.
  ///
  /// ```swift
  /// let resources = PolymorphicRegistry<any Resource>(
  ///   .compound(configuration.tagKeys))
  /// ```
  ///
  /// Without keys, registering throws.
  public static func compound(_ keys: [String]) -> Discriminator {
    Discriminator(PayloadForm(parts: keys))
  }
}

// MARK: - Finding the tag beside the payload

extension Discriminator {
  /// A tag beside the payload: `{"type": "MOVIE", "data": {"title": "Heat"}}`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   .adjacent(tag: "type", content: "data"))
  /// ```
  public static func adjacent(tag: String, content: String) -> Discriminator {
    Discriminator(AdjacentForm(tag: tag, content: content))
  }

  /// A tag that is the key of the payload beside it: `{"type": "image", "image": {"url":
  /// "a.png"}}`.
  ///
  /// ```swift
  /// let blocks = PolymorphicRegistry<any Block>(
  ///   .adjacent(tag: "type"), ["image": Image.self])
  /// ```
  public static func adjacent(tag: String) -> Discriminator {
    Discriminator(AdjacentForm(tag: tag, content: nil))
  }

  /// A tag that is the only key of an object: `{"MOVIE": {"title": "Heat"}}`.
  ///
  /// A tag without content is a string, `"DIVIDER"`: see <doc:Registrations>.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   .external, ["MOVIE": Movie.self])
  /// ```
  public static var external: Discriminator {
    Discriminator(ExternalForm())
  }

  /// A tag, or a list of tags, under a key: `{"type": ["Person", "x:Author"], "name": "Ada"}`.
  ///
  /// The first of the list that is registered selects the type. If none is, the first of the list is the
  /// unknown tag.
  ///
  /// ```swift
  /// struct Person: Codable {
  ///   @OneOrMany var type: [String]  // of MedleyResilience
  ///   var name: String
  /// }
  /// let actors = PolymorphicRegistry<any Actor>(
  ///   .list(at: "type"), ["Person": Person.self])
  /// ```
  ///
  /// A payload that stores the list, as here, writes it, and nothing checks what it has. For any other the
  /// tag is written, and the rest of its list is lost. An empty list is a tag of a wrong kind.
  ///
  /// - Parameter key: The key of the tags.
  /// - Returns: The discriminator.
  public static func list(at key: String) -> Discriminator {
    Discriminator(ListForm(key))
  }

  /// A tag that is the name of a case, in the form that the compiler synthesises for an enum: `{"movie":
  /// {"_0": {"title": "Heat"}}}`.
  ///
  /// ```swift
  /// // stored by: enum Item: Codable
  /// enum Item: PolymorphicEnum {
  ///   case movie(Movie)
  ///   case rated(stars: Int)
  ///   case advert
  ///   case unknown(UnknownPayload)
  ///
  ///   static let registry = PolymorphicRegistry<Item>(.synthesized) {
  ///     // {"movie": {"_0": {"title": "Heat"}}}
  ///     try $0.register(for: "movie", as: Item.movie)
  ///     // {"rated": {"stars": 4}}
  ///     try $0.register(for: "rated") { fields in
  ///       .rated(stars: try fields.decode("stars"))
  ///     } encoding: {
  ///       if case .rated(let stars) = $0 { ["stars": stars] } else { nil }
  ///     }
  ///     // {"advert": {}}
  ///     try $0.register(.advert, for: "advert")
  ///   }
  /// }
  /// ```
  ///
  /// An enum that had synthesised `Codable` becomes a ``PolymorphicEnum``, which reads and writes the
  /// same bytes and keeps unknown cases. How a case is registered says where its values are:
  ///
  /// - A type is one value without a label, under `_0`. An optional that is nil is left out.
  /// - Functions for fields read and write all values, by their labels. Values without labels are the
  ///   fields `_0`, `_1` and so on, by their position.
  /// - A value that is registered itself has an empty object.
  ///
  /// An object with another number of keys than one is malformed. With a key strategy, the name of a
  /// case is converted as a key is.
  public static var synthesized: Discriminator {
    Discriminator(SynthesizedForm())
  }

  /// A tag that is the key of a member, beside other members: `{"update_id": 7, "message": {"text":
  /// "Hi"}}`.
  ///
  /// ```swift
  /// let updates = PolymorphicRegistry<any Update>(
  ///   .member, ["message": Message.self, "poll": Poll.self])
  /// ```
  ///
  /// The payload is the value of the first member whose key is a registered tag, in the order of
  /// registration, whatever the order of the members. A member that is null is absent. The other
  /// members aren't read: an envelope around the element can have them, and encoding leaves room for
  /// them. With a key strategy, a tag can be written as the server writes it or as the decoder converts
  /// it.
  ///
  /// If no registered tag is present, the only member whose value is an object is an unknown tag, so
  /// that ``UnknownPayload/tag`` and ``DecodingReport/unknownTags`` name a new kind. If several members
  /// are objects, or none is, nothing tells which of them is the tag: it is missing, and the error lists
  /// the keys.
  ///
  /// A tag without content is written with an empty object, `{"divider": {}}`, and read with any content
  /// except null: see <doc:Registrations>.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public static var member: Discriminator {
    Discriminator(MemberForm())
  }

  /// A tag that is the first of two elements of an array: `["MOVIE", {"title": "Heat"}]`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   .wrapperArray, ["MOVIE": Movie.self])
  /// ```
  public static var wrapperArray: Discriminator {
    Discriminator(WrapperArrayForm())
  }
}

// MARK: - Finding the type without a tag

extension Discriminator {
  /// A tag that is the JSON kind of the element.
  ///
  /// The tags are `"string"`, `"number"`, `"integer"`, `"boolean"`, `"array"`, `"object"` and
  /// `"null"`. Use it for members that are, for example, a string or an object: `"author": "Ada"`,
  /// `"author": {"name": "Ada"}`.
  ///
  /// ```swift
  /// let authors = PolymorphicRegistry<Author>(.jsonKind) { registry in
  ///   try registry.register(for: "string", as: Author.name)
  ///   try registry.register(for: "object", as: Author.person)
  /// }
  /// ```
  ///
  /// A whole number of at most 64 bits, however it is written, is an `"integer"` if that tag is
  /// registered, and else a `"number"`. If `"null"` isn't registered, null has no tag. The payload is
  /// encoded alone, without a tag.
  public static var jsonKind: Discriminator {
    Discriminator(JSONKindForm())
  }

  /// A type that is deduced from the fields of the element.
  ///
  /// A type matches if every field that it requires is present and none that it excludes. Of
  /// several matches, the type that knows most of the fields is selected. Registering a type
  /// decodes a sample of it to find its fields, unless you state them: see ``PayloadFields``. A type
  /// whose fields can't be found is tried, as with ``firstMatch``.
  ///
  /// ```swift
  /// let shapes = PolymorphicRegistry<any Shape>(
  ///   .deduced, ["circle": Circle.self, "rectangle": Rectangle.self])
  /// ```
  ///
  /// The payload is encoded alone, without a tag.
  public static var deduced: Discriminator {
    Discriminator(PayloadForm(.fields))
  }

  /// The first registered type that decodes the element.
  ///
  /// Types are tried in the order of registration. A type is skipped without decoding if a field is
  /// absent that it requires, see ``PayloadFields``. If none decodes the element, the element has no
  /// tag, and the error lists what each type threw: see ``DiscriminatorError/candidates``.
  ///
  /// ```swift
  /// let replies = PolymorphicRegistry<Reply>(.firstMatch) { registry in
  ///   try registry.register(for: "movies", as: Reply.movies)  // [Movie]
  ///   try registry.register(for: "books", as: Reply.books)    // [Book]
  /// }
  /// ```
  ///
  /// The tags are names for errors and reports. The payload is encoded alone, without a tag. An
  /// element is decoded at most once for each type. Inside other elements whose types are tried, it
  /// is decoded again with them, up to 256 times: beyond that, decoding throws an error with the
  /// code ``DiscriminatorError/Code/tooManyAttempts``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of registered types.
  public static var firstMatch: Discriminator {
    Discriminator(PayloadForm(.trial))
  }

  /// A tag that your function returns, or nil if there is none.
  ///
  /// ```swift
  /// struct Member: CodingKey { ... }
  /// let replies = PolymorphicRegistry<any Reply>(
  ///   .custom { decoder in
  ///     let reply = try decoder.container(keyedBy: Member.self)
  ///     return reply.contains("error") ? "failure" : "success"
  ///   })
  /// ```
  ///
  /// The payload is encoded alone, without a tag.
  ///
  /// - Parameter tag: A function that reads the tag. If it throws because the element is of another
  ///   kind, the element has no tag. Any other error fails the element.
  /// - Returns: A discriminator that is equal only to its copies.
  @preconcurrency
  public static func custom(
    _ tag: @escaping @Sendable (_ decoder: any Decoder) throws -> TypeTag?
  ) -> Discriminator {
    Discriminator(PayloadForm(.anywhere(tag)))
  }
}

// MARK: - Combining

extension Discriminator {
  /// Returns a discriminator that tries another form if this one finds no tag or null.
  ///
  /// It reads several forms, as a server's versions write them. A type is written in the first that
  /// can write its tag.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(
  ///   .key("type").or(.key("kind")).or(.external))
  /// ```
  public func or(_ other: Discriminator) -> Discriminator {
    Discriminator(AlternativeForms(form, other.form))
  }
}

// MARK: - Comparing

extension Discriminator: Equatable {
  /// Returns whether two discriminators read and write the same form.
  ///
  /// A custom discriminator is equal only to its copies, because functions can't be compared.
  public static func == (lhs: Discriminator, rhs: Discriminator) -> Bool {
    lhs.form.isEqual(to: rhs.form)
  }
}

// MARK: - Creating from a literal

extension Discriminator: ExpressibleByStringLiteral {
  /// Creates a discriminator with a tag under a key of the payload.
  public init(stringLiteral value: String) {
    self = .key(value)
  }
}

extension Discriminator: CustomStringConvertible {
  /// A description of the place of the tag.
  public var description: String { form.tagPlace.description }
}
