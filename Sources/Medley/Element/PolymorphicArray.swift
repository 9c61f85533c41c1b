/// A property with the known values of an array, which keeps the unknown elements.
///
/// ```swift
/// struct Page: Codable {
///   @PolymorphicArray var shelf: [any Media]
/// }
/// page.shelf.map(\.title)  // the known values
/// page.$shelf              // all elements, as Polymorphic
/// ```
///
/// Assigning new values replaces the known ones. The unknown elements stay and move to the end.
@propertyWrapper
public struct PolymorphicArray<Base> {
  /// All elements, in order.
  public var projectedValue: [Polymorphic<Base>]

  /// Creates a property with known values.
  public init(wrappedValue: [Base]) {
    projectedValue = wrappedValue.map { .known($0) }
  }

  /// The known values.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements. Store it in a variable before a loop.
  public var wrappedValue: [Base] {
    get { projectedValue.known }
    set {
      projectedValue = newValue.map { .known($0) } + projectedValue.unknown.map { .unknown($0) }
    }
  }
}

extension PolymorphicArray: Sendable where Base: Sendable {}
extension PolymorphicArray: Equatable {}
extension PolymorphicArray: Hashable {}

// MARK: - Coding

extension PolymorphicArray: Codable {
  /// Decodes an array of elements.
  public init(from decoder: any Decoder) throws {
    projectedValue = try [Polymorphic<Base>](from: decoder)
  }

  /// Encodes all elements, in order.
  public func encode(to encoder: any Encoder) throws {
    try projectedValue.encode(to: encoder)
  }
}

extension PolymorphicArray: KeyedDecodable {
  /// Decodes the member, which is required.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    // The container decodes the array, because XML decoders recognise arrays only by their type.
    projectedValue = try container.decode([Polymorphic<Base>].self, forKey: key)
  }
}

// MARK: - Nesting

extension PolymorphicArray: LossyDecodable {
  /// A property without elements.
  public static var placeholder: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
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
