import Formats
import Medley
import Testing

// MARK: - Decoding and encoding feeds

extension Format {
  /// Decodes a tree, written as a document of this format first.
  func decode<Value: Decodable, Base>(
    _ type: Value.Type = Value.self,
    _ tree: PayloadValue,
    with registry: PolymorphicRegistry<Base>
  ) throws -> Value {
    try decode(type, from: document(tree)) { $0.register(registry) }
  }

  /// Decodes the elements of a feed.
  func items<Base>(
    _ items: PayloadValue,
    with registry: PolymorphicRegistry<Base>
  ) throws -> [Polymorphic<Base>] {
    try decode(Items<Polymorphic<Base>>.self, ["items": items], with: registry).items
  }

  /// Encodes a value, and reads what was written.
  func encoded<Base>(
    _ value: some Encodable,
    with registry: PolymorphicRegistry<Base>
  ) throws -> PayloadValue {
    try tree(encode(value) { $0.register(registry) })
  }

  /// Encodes the elements of a feed, and reads what was written.
  ///
  /// - Returns: Several elements as an array; in XML one alone isn't told from an array of one.
  func encodedItems<Base>(
    _ items: [Polymorphic<Base>],
    with registry: PolymorphicRegistry<Base>
  ) throws -> PayloadValue {
    let tree = try encoded(Items(items: items), with: registry)
    return try #require(tree["items"], "\(tree)")
  }

  /// Encodes a value and decodes it again.
  func roundTrip<Value: Codable, Base>(
    _ value: Value,
    with registry: PolymorphicRegistry<Base>
  ) throws -> Value {
    let document = try encode(value) { $0.register(registry) }
    return try decode(from: document) { $0.register(registry) }
  }
}

/// A document with elements of any type.
struct Items<Element: Codable>: Codable {
  var items: [Element]
}

extension Items: Equatable where Element: Equatable {}

/// A document with one member of any type.
struct Single<Member: Codable>: Codable {
  var item: Member
}

extension Single: Equatable where Member: Equatable {}

/// A document with a member that may be absent.
struct Maybe<Member: Codable>: Codable {
  var item: Member?
}

extension Maybe: Equatable where Member: Equatable {}
