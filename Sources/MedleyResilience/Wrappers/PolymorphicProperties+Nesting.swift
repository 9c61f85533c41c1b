public import Medley

// MARK: - Nesting wrappers of elements

extension PolymorphicValue: LossyDecodable {
  /// An absent property.
  public static var placeholder: PolymorphicValue { PolymorphicValue(wrappedValue: nil) }

  /// True: the element may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes an element or null.
  public init(lossyFrom decoder: any Decoder) throws {
    try self.init(from: decoder)
  }
}

extension PolymorphicArray: LossyDecodable {
  /// A property without elements.
  public static var placeholder: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    self.init(wrappedValue: [])
    projectedValue = try [Polymorphic<Base>](lossyFrom: decoder)
  }

  /// Decodes the valid elements of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> PolymorphicArray {
    var array = placeholder
    array.projectedValue = try [Polymorphic<Base>].decodeLossy(from: container, forKey: key)
    return array
  }
}

extension PolymorphicArray: EmptyRepresentable {
  /// A property without elements.
  public static var empty: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Whether there are no elements, known or unknown.
  public var isEmpty: Bool { projectedValue.isEmpty }
}
