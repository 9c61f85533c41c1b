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
    let copiesMembers: Bool

    init(_ traits: DecoderTraits, copiesMembers: Bool) {
      self.traits = traits
      self.copiesMembers = copiesMembers
    }
  }

  /// The traits of types, whose names take 20,000 instructions.
  private static let known = TypeCache()

  init(_ coder: Any) {
    let type = ObjectIdentifier(Swift.type(of: coder))
    if let known = Self.find(type) {
      self = known.traits
      return
    }
    if type == ObjectIdentifier(SharedObjectDecoder.self) {
      self = .strict
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
    let known = Known(self, copiesMembers: name.hasPrefix("Foundation"))
    _ = Self.known.insert(known, for: type)
  }

  private static func find(_ type: ObjectIdentifier) -> Known? {
    // Sound: nothing else is stored.
    known.find(type).map { unsafe unsafeDowncast($0, to: Known.self) }
  }

  /// Returns whether each keyed container of a decoder copies the members of its object, as those
  /// of Foundation do.
  static func copiesMembers(_ decoder: any Decoder) -> Bool {
    let type = ObjectIdentifier(Swift.type(of: decoder))
    if let known = find(type) { return known.copiesMembers }
    guard type != ObjectIdentifier(SharedObjectDecoder.self) else { return false }
    _ = DecoderTraits(decoder)
    return find(type)?.copiesMembers ?? false
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
