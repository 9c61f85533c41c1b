/// Where the tag of an element is found, and where its payload.
///
/// A string literal is the usual case, a key of the payload itself:
///
/// ```swift
/// let media = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self])
/// let blocks = PolymorphicRegistry<any Block>(.adjacent(tag: "kind", content: "data"))
/// let shapes = PolymorphicRegistry<any Shape>(.key("type").or(.external))
/// ```
///
/// The tag may stand anywhere in the object. Where objects repeat a key, the first counts. With a
/// decoder that converts keys from snake case, a key can be declared as the server writes it or as
/// the decoder shows it.
public struct Discriminator: Sendable {
  let form: any WireForm

  init(_ form: any WireForm) {
    self.form = form
  }
}

// MARK: - Finding the tag in the payload

extension Discriminator {
  /// The tag stands under a key of the payload: `{"type": "MOVIE", "title": "Heat"}`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.key("type"))  // or simply ("type")
  /// ```
  public static func key(_ key: String) -> Discriminator {
    Discriminator(PathForm([key]))
  }

  /// The tag stands in an object inside the payload:
  /// `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`.
  ///
  /// A path that leads through a scalar or null finds no tag.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.path("meta", "kind"))
  /// ```
  public static func path(_ first: String, _ rest: String...) -> Discriminator {
    path([first] + rest)
  }

  /// The tag stands in an object inside the payload, under a path that isn't a constant.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.path(configuration.tagPath))
  /// ```
  ///
  /// An empty path is refused by the first registering.
  public static func path(_ keys: [String]) -> Discriminator {
    Discriminator(PathForm(keys))
  }

  /// Several members of the payload are the tag together:
  /// `{"apiVersion": "v1", "kind": "Pod", "name": "web"}`.
  ///
  /// ```swift
  /// var resources = PolymorphicRegistry<any Resource>(.compound("apiVersion", "kind"))
  /// try resources.register(Pod.self, for: ["v1", "Pod"])
  /// ```
  public static func compound(_ first: String, _ rest: String...) -> Discriminator {
    compound([first] + rest)
  }

  /// Several members of the payload are the tag together, under keys that aren't constants.
  ///
  /// ```swift
  /// let resources = PolymorphicRegistry<any Resource>(.compound(configuration.tagKeys))
  /// ```
  ///
  /// No keys at all are refused by the first registering.
  public static func compound(_ keys: [String]) -> Discriminator {
    Discriminator(CompoundForm(keys))
  }
}

// MARK: - Finding the tag beside the payload

extension Discriminator {
  /// The tag and the payload stand side by side:
  /// `{"type": "MOVIE", "data": {"title": "Heat"}}`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.adjacent(tag: "type", content: "data"))
  /// ```
  public static func adjacent(tag: String, content: String) -> Discriminator {
    Discriminator(AdjacentForm(tag: tag, content: content))
  }

  /// The tag names the key of the payload beside it:
  /// `{"type": "image", "image": {"url": "a.png"}}`.
  ///
  /// ```swift
  /// let blocks = PolymorphicRegistry<any Block>(.adjacent(tag: "type"), ["image": Image.self])
  /// ```
  public static func adjacent(tag: String) -> Discriminator {
    Discriminator(AdjacentForm(tag: tag, content: nil))
  }

  /// The tag is the only key of an object, the payload its value: `{"MOVIE": {"title": "Heat"}}`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.external, ["MOVIE": Movie.self])
  /// ```
  public static var external: Discriminator {
    Discriminator(ExternalForm())
  }

  /// The tag and the payload are the two elements of an array: `["MOVIE", {"title": "Heat"}]`.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.wrapperArray, ["MOVIE": Movie.self])
  /// ```
  public static var wrapperArray: Discriminator {
    Discriminator(WrapperArrayForm())
  }
}

// MARK: - Finding the type without a tag

extension Discriminator {
  /// The tag is the JSON kind of the element: `"string"`, `"number"`, `"boolean"`, `"array"` or
  /// `"object"`.
  ///
  /// It serves members that are a string or an object, as in `"author": "Ada"` and
  /// `"author": {"name": "Ada"}`:
  ///
  /// ```swift
  /// let authors = PolymorphicRegistry<Author>(.jsonKind) { registry in
  ///   try registry.register(String.self, for: "string", as: Author.name)
  ///   try registry.register(Person.self, for: "object", as: Author.person)
  /// }
  /// ```
  ///
  /// There is no tag to write, so the payload is encoded alone.
  public static var jsonKind: Discriminator {
    Discriminator(JSONKindForm())
  }

  /// The fields of the element tell its type.
  ///
  /// A type fits if every field that it requires is there and none that it excludes. Of those that
  /// fit, the one that knows most of the fields wins. What a type requires and knows is found out
  /// by decoding a specimen when it is registered, or stated: see ``PayloadFields``.
  ///
  /// ```swift
  /// let shapes = PolymorphicRegistry<any Shape>(
  ///   .deduced, ["circle": Circle.self, "rectangle": Rectangle.self])
  /// ```
  ///
  /// There is no tag to write, so the payload is encoded alone.
  public static var deduced: Discriminator {
    Discriminator(DeducedForm())
  }

  /// The app's own code finds the tag; nil means that there is none.
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
  /// There is no tag to write, so the payload is encoded alone.
  ///
  /// - Parameter tag: A function that reads the tag. An error that it throws ends the decoding of
  ///   the element, unless it says that the element isn't of the shape that the function asked for:
  ///   such an element has no tag.
  /// - Returns: A discriminator that is equal to its copies only.
  public static func custom(
    _ tag: @escaping @Sendable (_ decoder: any Decoder) throws -> TypeTag?
  ) -> Discriminator {
    Discriminator(CustomForm(readTag: tag))
  }
}

// MARK: - Combining

extension Discriminator {
  /// Returns a discriminator that looks in another place where this one finds no tag, or null.
  ///
  /// It reads several forms, as a server's versions write them. A type is written in the first that
  /// can write its tag.
  ///
  /// ```swift
  /// let media = PolymorphicRegistry<any Media>(.key("type").or(.key("kind")).or(.external))
  /// ```
  public func or(_ other: Discriminator) -> Discriminator {
    Discriminator(AlternativeForms(form, other.form))
  }
}

// MARK: - Comparing

extension Discriminator: Equatable {
  /// Returns whether two discriminators read and write the same.
  ///
  /// A custom one is equal to its copies only, since functions can't be compared.
  public static func == (lhs: Discriminator, rhs: Discriminator) -> Bool {
    lhs.form.isEqual(to: rhs.form)
  }
}

// MARK: - Writing as a literal

extension Discriminator: ExpressibleByStringLiteral {
  /// Creates the discriminator that finds the tag under a key of the payload.
  public init(stringLiteral value: String) {
    self = .key(value)
  }
}

extension Discriminator: CustomStringConvertible {
  /// The place of the tag in words.
  public var description: String { form.place }
}
