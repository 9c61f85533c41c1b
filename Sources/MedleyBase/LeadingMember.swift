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
  /// The member as JSON, if nothing in it has to be escaped.
  package let json: [UInt8]?
  package let reserved: ReservedKeys
  /// Returns how a container with keys of a type can be the encoder's own; nil if it can't.
  package let use: @Sendable (ObjectIdentifier) -> KeyUse?

  /// How a container of the encoder's own is used for the members beside this one.
  package enum KeyUse: Sendable {
    /// None of its keys can be that of the member.
    case direct
    /// One of its keys is reserved: the value stores the member itself.
    case guarded
  }

  package init(
    name: String,
    text: String?,
    json: [UInt8]?,
    reserved: ReservedKeys,
    use: @escaping @Sendable (ObjectIdentifier) -> KeyUse?
  ) {
    self.name = name
    self.text = text
    self.json = json
    self.reserved = reserved
    self.use = use
  }
}

/// A protocol for what puts a member before those of a value.
package protocol MemberLeading: AnyObject, Sendable {
  /// Returns what checks the members of a value.
  ///
  /// - Parameters:
  ///   - owner: The type of the value.
  ///   - base: The encoder of the object.
  ///   - keyType: The keys of the containers that the value has of `base`.
  ///   - isBeside: Whether the member isn't written, so that the value may write it.
  /// - Returns: The checker.
  func makeChecker(
    of owner: any Any.Type,
    to base: any Encoder,
    keyedBy keyType: (any CodingKey.Type)?,
    isBeside: Bool
  ) -> any MemberChecker
}

/// An encoder that checks each member of a value against one that is written already.
package protocol MemberChecker: AnyObject, Encoder {
  /// Ends the encoding of a value.
  ///
  /// - Throws: `EncodingError` if it encoded what can't share the object.
  func finish(_ value: any Encodable) throws

  /// Returns whether a member must be written, whose key is that of the other member.
  ///
  /// - Throws: `EncodingError.invalidValue` if that has another value.
  func admits(_ value: some Encodable, under key: String) throws -> Bool
}

/// Keys that the members of a value must not have.
///
/// It is a class, so that comparing two of them compares addresses first.
package final class ReservedKeys: Sendable {
  private struct Field {
    let name: String
    let count: Int
    let word: UInt64

    init(_ name: String) {
      self.name = name
      count = name.utf8.count
      word = name.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  package let names: [String]
  /// The same keys, to compare them with those of fields.
  private let fields: [Field]

  package init(_ names: [String]) {
    self.names = names
    fields = names.map(Field.init)
  }

  /// Returns whether a field may have a reserved key.
  package func isReserved(_ key: FieldKey) -> Bool {
    fields.contains { $0.word == key.word && $0.count == key.count && $0.name == key.string }
  }

  /// Returns whether a key is reserved.
  package func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns whether both reserve the same keys.
  package func isSame(as other: ReservedKeys) -> Bool { names == other.names }
}
