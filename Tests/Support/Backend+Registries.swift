package import Medley

extension Backend {
  /// Decodes an array of elements.
  package func feed<Base>(
    _ json: String,
    _ registry: PolymorphicRegistry<Base>
  ) throws -> [Polymorphic<Base>] {
    try decode(from: json) { $0.register(registry) }
  }

  package func decode<Value: Decodable, Base>(
    _ type: Value.Type,
    from json: String,
    with registry: PolymorphicRegistry<Base>
  ) throws -> Value {
    try decode(type, from: json) { $0.register(registry) }
  }

  package func encode<Base>(
    _ value: some Encodable,
    with registry: PolymorphicRegistry<Base>
  ) throws -> JSONTree {
    try encode(value) { $0.register(registry) }
  }

  package func roundTrip<Value: Codable, Base>(
    _ value: Value,
    with registry: PolymorphicRegistry<Base>
  ) throws -> Value {
    try roundTrip(value) { $0.register(registry) }
  }
}
