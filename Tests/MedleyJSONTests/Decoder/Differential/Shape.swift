/// A type that is made while a test runs: the calls of ``Shaped`` to its decoder.
indirect enum Shape: Sendable {
  case scalar(Scalar)
  /// A scalar that is decoded by the generic method, not by the one for its type.
  case value(Scalar)
  case optional(Shape)
  case array(Shape)
  case dictionary(DictionaryKey, Shape)
  case object(ObjectShape)
  /// An array whose elements are of several types.
  case row([Element])
  /// The first of some types that decodes.
  case firstOf([Shape])
  /// A value that is decoded through a single-value container of a value of its own.
  case wrapped(Shape)
}

enum Scalar: CaseIterable, Hashable, Sendable {
  case bool, string, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case double, float, date, data, url, decimal, word
}

/// An enum with raw values, as many types have.
enum Word: String, Codable, CaseIterable, CodingKeyRepresentable {
  case one, two
  case three = "THREE"
}

/// A type that decodes as a key.
struct Code: Codable, Hashable, CodingKeyRepresentable {
  var text: String

  init(text: String) {
    self.text = text
  }

  init?(codingKey: some CodingKey) {
    guard codingKey.stringValue != "id" else { return nil }
    text = codingKey.stringValue
  }

  var codingKey: any CodingKey { DynamicKey(stringValue: text) }
}

enum DictionaryKey: CaseIterable, Sendable {
  case string, int, word, code
}

struct ObjectShape: Sendable {
  enum Keys: CaseIterable, Sendable {
    /// An enum, an enum with numbers, and a type with any keys.
    case names, numbers, dynamic
  }

  struct Field: Sendable {
    var name: Name
    var access: Access
    var shape: Shape
  }

  enum Access: CaseIterable, Sendable {
    case decode, decodeIfPresent, decodeNil, contains, superDecoder
    /// Nested containers, as in the shape.
    case nested
  }

  var keys: Keys
  var fields: [Field]
  /// Decoded from `super` at the end.
  var parent: Shape?
  var listsKeys: Bool
  /// Whether a second container is made.
  var isReopened: Bool
}

struct Element: Sendable {
  enum Access: CaseIterable, Sendable {
    case decode, decodeIfPresent, decodeNil, superDecoder, nested
  }

  var access: Access
  var shape: Shape
}

// MARK: - Naming members

/// The names of members, in three types of keys.
enum Name: String, CodingKey, CaseIterable {
  case id, name, imageUrl, createdAt, x, value2
  case snake = "image_url"
  case edges = "_private_"
  case accent = "é"
  case face = "😀"
  case empty = ""
  case quote = "a \"quote\"\n"
  case long = "a name that is longer than eight bytes, and than fifteen, and than sixty-four too"
  case parent = "super"
  case upper = "HTTPServer"
  case number = "12"
}

enum NumberedName: Int, CodingKey {
  case id = 7
  case name, imageUrl, createdAt
  case x = -1
  case value2
}

struct DynamicKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  init(_ name: Name) {
    self.init(stringValue: name.rawValue)
    intValue = Int(name.rawValue)
  }
}

extension Shape {
  /// Whether `JSONDecoder` may decode a part of it in another order in each run of a program.
  var dependsOnKeyOrder: Bool {
    switch self {
    case .scalar, .value: false
    case .optional(let shape), .array(let shape), .wrapped(let shape): shape.dependsOnKeyOrder
    case .dictionary: true
    case .object(let object):
      object.fields.contains(where: \.shape.dependsOnKeyOrder)
        || object.parent?.dependsOnKeyOrder ?? false
    case .row(let elements): elements.contains(where: \.shape.dependsOnKeyOrder)
    case .firstOf(let shapes): shapes.contains(where: \.dependsOnKeyOrder)
    }
  }
}
