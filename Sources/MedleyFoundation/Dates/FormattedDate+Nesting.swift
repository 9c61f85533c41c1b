public import Medley
public import MedleyResilience

// MARK: - Decoding lossily

extension FormattedDate: PartlyDecodable, LossyDecodable where Value: LossyDecodable {
  /// No dates, or nil.
  public static var placeholder: FormattedDate { FormattedDate(wrappedValue: .placeholder) }

  /// Whether the dates may be absent or null.
  public static var isOptional: Bool { Value.isOptional }

  /// Decodes the valid dates and drops the others.
  public init(lossyFrom decoder: any Decoder) throws {
    wrappedValue = try Value.decodeDates(as: Source.self, from: decoder, lossily: true)
  }

  /// Decodes the valid dates of a member and drops the others.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> FormattedDate {
    let source = Source.self
    let value = try Value.decodeDates(as: source, from: container, forKey: key, lossily: true)
    return FormattedDate(wrappedValue: value)
  }
}

// MARK: - Being empty or nil

extension FormattedDate: EmptyRepresentable where Value: EmptyRepresentable {
  /// The property that holds no dates.
  public static var empty: FormattedDate { FormattedDate(wrappedValue: .empty) }

  /// Whether there are no dates.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension FormattedDate: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {
  /// Creates a property with nil.
  public init(nilLiteral: ()) {
    wrappedValue = nil
  }
}

extension FormattedDate: NilRepresentable where Value: NilRepresentable {
  package var isNil: Bool { wrappedValue.isNil }
}
