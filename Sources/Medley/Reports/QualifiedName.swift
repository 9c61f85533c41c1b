import MedleyBase

/// The name of a type without modules and private contexts: `Page.Item`, `Array<Item>`.
///
/// `String(reflecting:)` writes the address of a private context, which differs from run to run.
///
/// It is a class, because names that were made are kept.
final class QualifiedName: Sendable {
  private let text: String

  private init(_ text: String) { self.text = text }

  /// The names that were made, since the runtime makes one from its parts for each call.
  private static let made = TypeCache()

  /// Returns the name of a type.
  static func of(_ type: any Any.Type) -> String {
    let id = ObjectIdentifier(type)
    let known = made.find(id) as? QualifiedName
    return (known ?? made.insert(QualifiedName(text(of: type)), for: id)).text
  }

  // Of bytes: slices of strings compile each of their functions in place, which took 3.8 KB.
  private static func text(of type: any Any.Type) -> String {
    var text: [UInt8] = []
    var rest = Array(String(reflecting: type).utf8)[...]
    while let first = rest.first {
      if first.isInName { appendNames(&rest, to: &text) } else { text.append(rest.removeFirst()) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the name of the type that declares a type of keys as its `CodingKeys`; nil for other keys.
  static func ofOwner(of key: any CodingKey) -> String? {
    let name = of(type(of: key))
    return name.hasSuffix(".CodingKeys") ? String(name.dropLast(".CodingKeys".count)) : nil
  }

  /// Moves the names that dots join, without the module and private contexts.
  private static func appendNames(_ rest: inout ArraySlice<UInt8>, to text: inout [UInt8]) {
    let dot = UInt8(ascii: ".")
    var (isModule, isFirst) = (true, true)
    repeat {
      if rest.first == dot { rest.removeFirst() }
      // The first name is that of the module, unless there is no other.
      if let name = name(&rest), !(isModule && rest.first == dot) {
        if !isFirst { text.append(dot) }
        text += name
        isFirst = false
      }
      isModule = false
    } while rest.first == dot && rest.dropFirst().first?.startsName == true
  }

  /// Removes a name: `Page`, `(Page in _9A...)`, or `(unknown context at $55...)`, which is nil.
  private static func name(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.first == UInt8(ascii: "(") else {
      let name = rest.prefix(while: \.isInName)
      rest = rest[name.endIndex...]
      return name
    }
    let context = rest.prefix { $0 != UInt8(ascii: ")") }.dropFirst()
    rest = rest[context.endIndex...].dropFirst()
    let name = context.prefix { $0 != UInt8(ascii: " ") }
    return Array(context[name.endIndex...].prefix(4)) == Array(" in ".utf8) ? name : nil
  }
}

extension UInt8 {
  /// Whether this is in a name, as is every byte that isn't ASCII.
  fileprivate var isInName: Bool { isLetterOrDigit || self == UInt8(ascii: "_") || self >= 0x80 }
  fileprivate var startsName: Bool { isInName || self == UInt8(ascii: "(") }
}

/// A protocol for types that functions of decoders decode in place of the type that they were given.
package protocol RootStandIn {
  static var rootType: any Any.Type { get }
}

extension LossyValue: RootStandIn {
  package static var rootType: any Any.Type { Value.self }
}

/// The type that a decode call decodes.
enum RootType: Sendable {
  case unknown
  /// The type that was passed to a decoder of Medley.
  case decoded(any Any.Type)
  /// The type that `collecting` returns, which is probably the one that was passed to a decoder.
  case collected(any Any.Type)
  /// The type of an encoded report.
  case named(String)
  /// Several types.
  case several

  /// The name of the type, if it is known.
  var name: String? {
    switch self {
    case .unknown, .several: nil
    case .decoded(let type), .collected(let type):
      QualifiedName.of((type as? any RootStandIn.Type)?.rootType ?? type)
    case .named(let name): name
    }
  }

  /// Returns the name of the type that was decoded to a value with a path.
  ///
  /// Foundation's decoders use the keys of the types, so the first key is one of the outermost type.
  func name(at path: [any CodingKey]) -> String? {
    switch self {
    case .decoded, .named: name
    default: path.first.flatMap { QualifiedName.ofOwner(of: $0) } ?? name
    }
  }

  /// Returns the type of two reports together.
  func joined(by other: RootType) -> RootType {
    switch (self, other) {
    case (.unknown, _), (.collected, .decoded): other
    case (_, .unknown), (.decoded, .collected): self
    case (.decoded(let first), .decoded(let second)),
      (.collected(let first), .collected(let second)):
      first == second ? self : .several
    default: name != nil && name == other.name ? self : .several
    }
  }
}
