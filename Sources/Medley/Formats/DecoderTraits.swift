/// The behaviour of a decoder or an encoder, which is recognised by the name of its type.
///
/// `Codable` doesn't tell how a format treats scalars, and formats differ: Foundation's decoders
/// distinguish a string from a number, YAML provides `1` as a string and as an integer, and XML has
/// only text. For an unrecognised type, the slowest behaviour is assumed, which is always correct.
package enum DecoderTraits {
  /// A value can be read as only one kind of scalar, and containers fail on scalars.
  case strict
  /// A scalar may be readable as several kinds, so numbers and Booleans are tried before strings.
  case textual
  /// Like `textual`, and the encoder traps on values that TOML can't express.
  case toml
  /// Elements with members are also readable as text, so containers are tried before scalars.
  case markup

  /// What is known of a type.
  private struct Known: OptionSet {
    let rawValue: UInt

    static let strict = Known(rawValue: 1)
    static let toml = Known(rawValue: 2)
    static let markup = Known(rawValue: 4)
    /// The type is one of Foundation's.
    static let foundation = Known(rawValue: 8)
    /// The members of objects are in the order of a hash table.
    static let unordered = Known(rawValue: 16)
    static let propertyList = Known(rawValue: 32)
    /// The type wraps another.
    static let wrapper = Known(rawValue: 64)

    var traits: DecoderTraits {
      if contains(.strict) { return .strict }
      if contains(.markup) { return .markup }
      return contains(.toml) ? .toml : .textual
    }
  }

  /// What is known of types, whose names take 20,000 instructions.
  private static let known = TypeNumbers()

  package init(_ coder: Any) {
    // Without a format, nothing is known of a wrapper.
    self = Self.known(of: coder)?.traits ?? .textual
  }

  /// Returns what is known of a coder, or of the one that it wraps; nil if it wraps none.
  private static func known(of coder: Any) -> Known? {
    let known = find(type(of: coder))
    guard known.contains(.wrapper), let wrapping = coder as? any WrappingCoder else { return known }
    return wrapping.wrapped.flatMap(known(of:))
  }

  @inline(__always) private static func find(_ type: any Any.Type) -> Known {
    guard let number = known.find(ObjectIdentifier(type)) else { return findOut(type) }
    return Known(rawValue: number)
  }

  @inline(never) private static func findOut(_ type: any Any.Type) -> Known {
    let name = name(of: type)
    var found: Known = []
    if strictModules.contains(where: name.hasPrefix) { found.insert(.strict) }
    if name.hasPrefix("XMLCoder.") { found.insert(.markup) }
    if name.hasPrefix("TOMLKit.") { found.insert(.toml) }
    let isFoundation = foundationModules.contains(where: name.hasPrefix)
    if isFoundation { found.insert(.foundation) }
    if isFoundation || type == SharedObjectDecoder.self { found.insert(.unordered) }
    if name.parted(at: "Plist") != nil { found.insert(.propertyList) }
    // The first cast of a class of Foundation takes 1,200,000 instructions.
    if !isFoundation, !name.hasPrefix("MedleyEngine."), type is any WrappingCoder.Type {
      found.insert(.wrapper)
    }
    return Known(rawValue: known.insert(found.rawValue, for: ObjectIdentifier(type)))
  }

  /// Returns whether a decoder is one of Foundation's itself.
  ///
  /// It is generic, so that the type is known: `type(of:)` takes 130 instructions.
  @inline(__always) static func isFoundation<Other: Decoder>(_ decoder: Other) -> Bool {
    find(Other.self).contains(.foundation)
  }

  /// Returns whether each keyed container of a decoder copies the members of its object, as those
  /// of Foundation do.
  static func copiesMembers(_ decoder: any Decoder) -> Bool {
    // Each container of an observed decoder shows what its own type asks for.
    type(of: decoder) != ObservedDecoder.self && known(of: decoder)?.contains(.foundation) == true
  }

  /// Returns whether an encoder is Foundation's for JSON itself, which converts the keys of every
  /// container, and takes a whole dictionary where nothing was encoded.
  package static func isFoundationJSON(_ encoder: any Encoder) -> Bool {
    find(type(of: encoder)).intersection([.foundation, .propertyList]) == .foundation
  }

  /// Returns whether the members of objects are in the order of a hash table.
  package static func isUnordered(_ decoder: any Decoder) -> Bool {
    known(of: decoder)?.contains(.unordered) ?? false
  }

  /// Returns whether an encoder is that of property lists.
  package static func isPropertyList(_ encoder: any Encoder) -> Bool {
    find(type(of: encoder)).contains(.propertyList)
  }

  /// Returns the name of a type with its module.
  ///
  /// `String(reflecting:)` returns the same, but tests the type of the type for three protocols first:
  /// 4,800,000 instructions for the first one, twice as many as a first call on `JSONDecoder`.
  static func name(of type: any Any.Type) -> String { _typeName(type, qualified: true) }

  private static let foundationModules = ["Foundation.", "FoundationEssentials."]
  private static let strictModules =
    foundationModules + ["Medley.", "MedleyEngine.", "MedleyFoundation.", "MedleyJSON."]
}

/// A decoder or encoder of Medley that wraps another one.
package protocol WrappingCoder {
  /// The other one; nil if there is none.
  var wrapped: Any? { get }
}

/// A value that stores its decoder, to get one from a container.
struct DecoderProbe: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) { self.decoder = decoder }
}

extension CodingUserInfoKey {
  /// Creates a key of Medley's own.
  ///
  /// An optional one would take 180 instructions more for each lookup: its layout is only known at run
  /// time.
  package init(own name: String) {
    // No name leads here: the initialiser of the standard library takes any.
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("A key may have any name.")
    }
    self = key
  }
}

extension Dictionary where Key == CodingUserInfoKey {
  /// Stores a value under a key.
  ///
  /// Code that changes a dictionary with these keys is 2.5 KB, so it is here alone. The subscript
  /// would also have the code that removes a value.
  @inline(never) package mutating func set(_ value: Value, for key: CodingUserInfoKey) {
    updateValue(value, forKey: key)
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Returns the value of a type under a key, or nil.
  @inline(__always) func value<Own>(of type: Own.Type, for key: CodingUserInfoKey) -> Own? {
    guard let value = self[key] else { return nil }
    return cast(value, to: type)
  }
}

/// Casts a value, mostly of just that type.
@inline(__always) private func cast<Value, Own>(_ value: Value, to type: Own.Type) -> Own? {
  if Value.self == Own.self { return same(value) as Own }
  // Another type may contain one, such as an optional.
  return castDynamically(value, to: type)
}

@inline(never) private func castDynamically<Own>(_ value: Any, to type: Own.Type) -> Own? {
  value as? Own
}

/// Returns a value as one of a type that is the same at run time.
///
/// A dynamic cast takes 260 instructions and more. The optional that it returns is another type, whose
/// metadata generic code looks up, 330 instructions.
@inlinable @inline(__always) package func same<Value, Same>(_ value: Value) -> Same {
  precondition(Value.self == Same.self)
  // Sound: the types are the same.
  return unsafe unsafeBitCast(value, to: Same.self)
}
