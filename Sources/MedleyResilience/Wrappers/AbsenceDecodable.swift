import Medley

/// A property with a value that stands for an absent or null one.
protocol AbsenceDecodable: Decodable {
  associatedtype Value: Decodable

  /// The value of an absent or null member.
  static var absence: Value { get }

  var wrappedValue: Value { get }

  init(wrappedValue: Value)
}

extension AbsenceDecodable {
  /// Decodes the value, or the one that stands for null.
  ///
  /// - Throws: What the value throws if it is invalid.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    self.init(wrappedValue: isNull ? Self.absence : try Value.decodeStrictly(from: decoder))
  }
}

// MARK: - Decoding lossily

protocol LossyAbsenceDecodable: AbsenceDecodable, LossyDecodable {}

extension LossyAbsenceDecodable {
  /// A property with the value that stands for an absent one.
  public static var placeholder: Self { Self(wrappedValue: absence) }

  /// True: the value may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the valid parts, or the value that stands for null.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self.init(wrappedValue: isNull ? Self.absence : try Attempt<Value>.decode(from: decoder))
  }

  /// Decodes the valid parts of a member, or the value that stands for null.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    Self(wrappedValue: try Value?.decodeLossy(from: container, forKey: key) ?? absence)
  }
}

// MARK: - Converting without loss

extension AbsenceDecodable where Value: LosslessConvertible {
  init(content: Value?) {
    self.init(wrappedValue: content ?? Self.absence)
  }
}
