/// Payloads of every size and kind, as values of one protocol.
enum Shapes {
  protocol Shape {
    static var kind: String { get }
    var title: String { get }
    mutating func rename(_ name: String)
  }

  // MARK: - Structs

  struct Empty: Codable, Shape {
    static var kind: String { "empty" }
    var title: String { "-" }
    mutating func rename(_ name: String) {}
  }

  struct Byte: Codable, Shape {
    static var kind: String { "byte" }
    var n: UInt8
    var title: String { "\(n)" }
    mutating func rename(_ name: String) { n = UInt8(name.utf8.count) }
  }

  struct Word: Codable, Shape {
    static var kind: String { "word" }
    var n: Int
    var title: String { "\(n)" }
    mutating func rename(_ name: String) { n = name.utf8.count }
  }

  /// As many words as an existential stores inline.
  struct Three: Codable, Shape {
    static var kind: String { "three" }
    var title: String
    var n: Int
    mutating func rename(_ name: String) { title = name }
  }

  /// One more, and one byte more.
  struct Four: Codable, Shape {
    static var kind: String { "four" }
    var title: String
    var n: Int
    var m: Int
    mutating func rename(_ name: String) { title = name }
  }

  struct Odd: Codable, Shape {
    static var kind: String { "odd" }
    var title: String
    var n: Int
    var last: Bool
    mutating func rename(_ name: String) { title = name }
  }

  struct Many: Codable, Shape {
    static var kind: String { "many" }
    var title: String
    var list: [String]
    var members: [String: [Int]]
    var n: Int
    var o: Double?
    var p: String?
    var q: [Three]
    mutating func rename(_ name: String) {
      title = name
      list.append(name)
    }
  }

  /// Aligned to 16 bytes, so that it isn't stored inline, although it would fit.
  struct Vector: Codable, Shape {
    static var kind: String { "vector" }
    var lanes: SIMD4<Float>
    var title: String { "\(lanes)" }
    mutating func rename(_ name: String) { lanes.w = Float(name.utf8.count) }

    private enum CodingKeys: CodingKey { case x, y, z, w }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      lanes = SIMD4(
        try container.decode(Float.self, forKey: .x),
        try container.decode(Float.self, forKey: .y),
        try container.decode(Float.self, forKey: .z),
        try container.decode(Float.self, forKey: .w)
      )
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lanes.x, forKey: .x)
      try container.encode(lanes.y, forKey: .y)
      try container.encode(lanes.z, forKey: .z)
      try container.encode(lanes.w, forKey: .w)
    }
  }

  /// Aligned to 16 bytes, with a reference.
  struct NamedVector: Decodable, Shape {
    static var kind: String { "named vector" }
    var vector: Vector
    var name: String
    var title: String { name + vector.title }
    mutating func rename(_ name: String) { self.name = name }
  }

  // MARK: - Enums, classes and generic types

  enum Size: Decodable, Shape {
    static var kind: String { "size" }
    case small
    case large(String, Int)
    indirect case nested(Size)

    private enum CodingKeys: CodingKey { case size, inner }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let inner = try container.decodeIfPresent(Size.self, forKey: .inner) {
        self = .nested(inner)
      } else {
        let size = try container.decode(String.self, forKey: .size)
        self = size == "S" ? .small : .large(size, size.utf8.count)
      }
    }

    var title: String {
      switch self {
      case .small: "small"
      case .large(let name, let count): "\(name) \(count)"
      case .nested(let size): "(\(size.title))"
      }
    }

    mutating func rename(_ name: String) { self = .large(name, 0) }
  }

  struct Box<Content: Decodable>: Decodable { var content: Content }
  struct Tagged<Content: Decodable>: Decodable, Shape {
    static var kind: String { "tagged \(Content.self)" }
    var content: Content
    var title: String { "\(content)" }
    mutating func rename(_ name: String) {}
  }

  class Item: Decodable, Shape {
    class var kind: String { "item" }
    var title: String
    func rename(_ name: String) { title = name }
  }

  final class Song: Item {
    override class var kind: String { "song" }
    let seconds: Int

    private enum CodingKeys: CodingKey { case seconds }

    required init(from decoder: any Decoder) throws {
      seconds = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .seconds)
      try super.init(from: decoder)
    }
  }
}

extension Shapes.Box: Shapes.Shape where Content: Shapes.Shape {
  static var kind: String { "box of \(Content.kind)" }
  var title: String { content.title }
  mutating func rename(_ name: String) { content.rename(name) }
}

extension Optional: Shapes.Shape where Wrapped: Shapes.Shape {
  static var kind: String { "perhaps \(Wrapped.kind)" }
  var title: String { self?.title ?? "" }
  mutating func rename(_ name: String) { self?.rename(name) }
}
