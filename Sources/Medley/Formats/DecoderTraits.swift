/// The behaviour of a decoder or an encoder, which is recognised by the name of its type.
///
/// `Codable` doesn't tell how a format treats scalars, and formats differ: Foundation's decoders
/// distinguish a string from a number, YAML provides `1` as a string and as an integer, and XML has
/// only text. For an unrecognised type, the slowest behaviour is assumed, which is always correct.
enum DecoderTraits {
  /// A value can be read as only one kind of scalar, and containers fail on scalars.
  case strict
  /// A scalar may be readable as several kinds, so numbers and Booleans are tried before strings.
  case textual
  /// Like `textual`, and the encoder traps on values that TOML can't express.
  case toml
  /// Elements with members are also readable as text, so containers are tried before scalars.
  case markup

  private final class Known: Sendable {
    let traits: DecoderTraits

    init(_ traits: DecoderTraits) {
      self.traits = traits
    }
  }

  /// The traits of types, whose names take 20,000 instructions.
  private static let known = TypeCache()

  init(_ coder: Any) {
    let type = ObjectIdentifier(Swift.type(of: coder))
    if let known = Self.known.find(type) {
      // Sound: nothing else is stored.
      self = unsafe unsafeDowncast(known, to: Known.self).traits
      return
    }
    if let wrapping = coder as? any WrappingCoder {
      // Without a format, nothing is known of it.
      if let wrapped = wrapping.wrapped { self.init(wrapped) } else { self = .textual }
      return
    }
    let name = String(reflecting: Swift.type(of: coder))
    if Self.strictModules.contains(where: name.hasPrefix) {
      self = .strict
    } else if name.hasPrefix("XMLCoder.") {
      self = .markup
    } else if name.hasPrefix("TOMLKit.") {
      self = .toml
    } else {
      self = .textual
    }
    _ = Self.known.insert(Known(self), for: type)
  }

  /// Returns whether the members of objects are in the order of a hash table.
  static func isUnordered(_ coder: Any) -> Bool {
    if let wrapping = coder as? any WrappingCoder {
      return wrapping.wrapped.map(isUnordered) ?? false
    }
    return String(reflecting: type(of: coder)).hasPrefix("Foundation")
  }

  /// Returns whether an encoder is that of property lists.
  static func isPropertyList(_ encoder: any Encoder) -> Bool {
    propertyLists.passes(type(of: encoder))
  }

  private static let propertyLists = TypeTest {
    String(reflecting: $0).parted(at: "Plist") != nil
  }

  private static let strictModules = [
    "Foundation.", "FoundationEssentials.", "Medley.", "MedleyFoundation.", "MedleyJSON.",
  ]
}

/// A decoder or encoder of Medley that wraps another one.
protocol WrappingCoder {
  /// The other one; nil if there is none.
  var wrapped: Any? { get }
}

/// A value that stores its decoder, to get one from a container.
struct DecoderProbe: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) {
    self.decoder = decoder
  }
}
