/// Ways to write an object with many containers.
enum EncodedContainers: String, CaseIterable {
  case nestedObjects = "nested objects under their keys"
  case nestedArrays = "nested arrays under their keys"
  case columns = "columns written alternately"
  case openContainers = "sixteen open containers"
  case lateContainers = "late nested containers"
  case superEncoders = "super encoders under their keys"
  case oneKey = "one key asked for again"
  case addingToValues = "containers that add to values"

  /// A value that is written in one of the ways.
  struct Value: Encodable {
    let way: EncodedContainers
    let count: Int

    func encode(to encoder: any Encoder) throws { try way.encode(count, to: encoder) }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private enum Member: String, CodingKey { case a, b }

  private func encode(_ count: Int, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .nestedObjects:
      for number in 0..<count {
        let key = Key("key \(number)")
        var nested = container.nestedContainer(keyedBy: Member.self, forKey: key)
        try nested.encode(number, forKey: .a)
      }
    case .nestedArrays:
      for number in 0..<count {
        var nested = container.nestedUnkeyedContainer(forKey: Key("key \(number)"))
        try nested.encode(number)
      }
    case .columns:
      var first = container.nestedUnkeyedContainer(forKey: Key("first"))
      var second = container.nestedUnkeyedContainer(forKey: Key("second"))
      for number in 0..<count {
        try first.encode(number)
        try second.encode(number)
      }
    case .openContainers:
      var nested = (0..<16).map {
        container.nestedContainer(keyedBy: Key.self, forKey: Key("open \($0)"))
      }
      for number in 0..<count {
        try nested[number % 16].encode(number, forKey: Key("key \(number)"))
      }
    case .lateContainers:
      var nested = (0..<count).map {
        container.nestedContainer(keyedBy: Member.self, forKey: Key("key \($0)"))
      }
      for number in nested.indices { try nested[number].encode(number, forKey: .a) }
    case .superEncoders:
      for number in 0..<count {
        try ["a": number].encode(to: container.superEncoder(forKey: Key("key \(number)")))
      }
    case .oneKey:
      for number in 0..<count {
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("one"))
        try nested.encode(number, forKey: Key("key \(number)"))
      }
    case .addingToValues:
      for number in 0..<count { try container.encode(["a": 1], forKey: Key("key \(number)")) }
      for number in 0..<count {
        let key = Key("key \(number)")
        var nested = container.nestedContainer(keyedBy: Member.self, forKey: key)
        try nested.encode(number, forKey: .b)
      }
    }
  }
}
