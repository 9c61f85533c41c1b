/// A member that an encoder writes before those of a value in the same object, such as a tag.
///
/// The engine writes it and lets the value encode into the same object, as long as it is known which
/// of the value's keys is that of the member. Otherwise a `MemberChecker` checks each member.
///
/// It is a class, so that one reference is passed for each value.
package final class LeadingMember: Sendable {
  package let name: String
  /// The value, if it is a string.
  package let text: String?
  /// The value as JSON, if it is a number or a Boolean.
  package let literal: [UInt8]?
  /// The member as JSON, if nothing in it has to be escaped.
  package let json: [UInt8]?
  package let reserved: ReservedKeys
  /// Returns how a container with keys of a type can be the encoder's own; nil if it can't.
  package let use: @Sendable (ObjectIdentifier) -> KeyUse?

  /// How a container of the encoder's own is used for the members beside this one.
  package enum KeyUse: Sendable {
    /// None of its keys can be that of the member.
    case direct
    /// Some of its keys are reserved: the value stores the member itself.
    ///
    /// The bits are those of the keys whose type is one byte; see `ReservedKeys.bits`.
    case guarded(UInt64)
  }

  package init(
    name: String,
    text: String? = nil,
    literal: [UInt8]? = nil,
    json: [UInt8]? = nil,
    reserved: ReservedKeys,
    use: @escaping @Sendable (ObjectIdentifier) -> KeyUse?
  ) {
    self.name = name
    self.text = text
    self.literal = literal
    self.json = json
    self.reserved = reserved
    self.use = use
  }

  /// Whether the value is known before the other members are written.
  package var hasValue: Bool { text != nil || literal != nil }
}

/// A protocol for what puts a member before those of a value.
package protocol MemberLeading: AnyObject {
  /// Returns whether a text may be the value of the member, which isn't known before.
  func admits(_ text: String) -> Bool

  /// What becomes of a value that hasn't written the member.
  var absence: MemberAbsence { get }

  /// Notes that the member had to be known before a value was written.
  func noteRefusal()

  /// Returns what checks the members of a value.
  func makeChecker(of value: CheckedValue) -> any MemberChecker
}

/// A value whose members are checked: its type, the encoder of the object, and the keys of the containers
/// that the value has of that.
///
/// Also whether the member isn't written, so that the value may write it, and the text of the member if
/// that wasn't known before.
package typealias CheckedValue = (
  owner: any Any.Type, base: any Encoder, keyType: (any CodingKey.Type)?, isBeside: Bool,
  found: String?
)

/// What becomes of a value that hasn't written its leading member.
package enum MemberAbsence: Sendable {
  /// It is encoded again, since the member must be known before.
  case refused
  /// It stays without one.
  case allowed
  /// It gets this one.
  case replaced(by: LeadingMember)
}

// Those of members that are known.
extension MemberLeading {
  package func admits(_ text: String) -> Bool { false }
  package var absence: MemberAbsence { .refused }
  package func noteRefusal() {}
}

/// An encoder that checks each member of a value against one that is written already.
package protocol MemberChecker: AnyObject, Encoder {
  /// Ends the encoding of a value.
  ///
  /// - Throws: `EncodingError` if it encoded what can't share the object.
  func finish(_ value: some Encodable) throws

  /// Returns whether a member must be written, whose key is that of the other member.
  ///
  /// - Throws: `EncodingError.invalidValue` if that has another value.
  func admits(_ value: some Encodable, under key: String) throws -> Bool
}

/// Keys that the members of a value must not have.
///
/// It is a class, so that comparing two of them compares addresses first.
package final class ReservedKeys: Sendable {
  package let names: [String]

  package init(_ names: [String]) {
    self.names = names
  }

  /// Returns whether a key is reserved.
  package func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the bits of the reserved keys of a type whose keys are one byte at most.
  ///
  /// The byte of a key is the number of its bit; those from 64 on have none.
  // Never inlined: a function with an optional key looks up its metadata on entry.
  @inline(never) package func bits<Key: CodingKey>(keyedBy type: Key.Type) -> UInt64 {
    guard MemoryLayout<Key>.size <= 1 else { return 0 }
    var bits: UInt64 = 0
    for name in names {
      guard let key = Key(stringValue: name) else { continue }
      // Sound: the sizes are equal.
      let number = MemoryLayout<Key>.size == 0 ? 0 : unsafe unsafeBitCast(key, to: UInt8.self)
      if number < 64 { bits |= 1 &<< UInt64(number) }
    }
    return bits
  }
}
