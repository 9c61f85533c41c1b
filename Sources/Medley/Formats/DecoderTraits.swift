/// What is known of a decoder or an encoder by the name of its type.
///
/// `Codable` has no way to ask how a format treats scalars, and formats differ: Foundation's
/// decoders tell a string from a number, YAML shows `1` as a string and as an integer, XML knows
/// text only. A type that isn't recognised is treated with the most care, so a wrong guess costs
/// time and never a value.
enum DecoderTraits {
  /// A value can be read as one kind of scalar only, and containers fail on scalars.
  case strict
  /// A scalar may be readable as several kinds: numbers and Booleans are tried before strings.
  case textual
  /// As textual; and what TOML has no form for must not get to the encoder, which traps on it.
  case toml
  /// Elements with members are readable as text too: containers are tried before scalars.
  case markup

  init(_ coder: Any) {
    if let wrapping = coder as? any WrappingCoder {
      self.init(wrapping.wrapped)
      return
    }
    let name = String(reflecting: type(of: coder))
    if Self.strictModules.contains(where: name.hasPrefix) {
      self = .strict
    } else if name.hasPrefix("XMLCoder.") {
      self = .markup
    } else if name.hasPrefix("TOMLKit.") {
      self = .toml
    } else {
      self = .textual
    }
  }

  /// Whether the members of objects come in the order of a hash table.
  static func isUnordered(_ coder: Any) -> Bool {
    if let wrapping = coder as? any WrappingCoder { return isUnordered(wrapping.wrapped) }
    return String(reflecting: type(of: coder)).hasPrefix("Foundation")
  }

  private static let strictModules = [
    "Foundation.", "FoundationEssentials.", "Medley.", "MedleyFoundation.", "MedleyJSON.",
  ]
}

/// A decoder or encoder of Medley's own that stands before another one.
protocol WrappingCoder {
  var wrapped: Any { get }
}
