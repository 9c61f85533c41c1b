/// A property that holds the known values of an array, and keeps the unknown ones.
///
/// ```swift
/// struct Page: Codable {
///   @PolymorphicArray var shelf: [any Media]
/// }
/// page.shelf.map(\.title)  // the known ones
/// page.$shelf              // [Polymorphic<any Media>]: all of them, in order
/// ```
///
/// Assigning new values replaces the known ones. The unknown ones stay, behind them, since their
/// places among the new values can't be known.
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
  /// - Complexity: O(*n*): keep it in a variable rather than ask for it in a loop.
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
  /// Decodes an array of elements, which has to be there.
  public init(from decoder: any Decoder) throws {
    projectedValue = try [Polymorphic<Base>](from: decoder)
  }

  /// Encodes all elements, in order.
  public func encode(to encoder: any Encoder) throws {
    try projectedValue.encode(to: encoder)
  }
}

extension PolymorphicArray: KeyedDecodable {
  /// Decodes the member, which has to be there.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    // As an array that the container decodes itself: XML knows arrays by nothing else.
    projectedValue = try container.decode([Polymorphic<Base>].self, forKey: key)
  }
}

// MARK: - Nesting

extension PolymorphicArray: LossyDecodable {
  /// No elements.
  public static var placeholder: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Decodes the elements that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    projectedValue = try [Polymorphic<Base>](lossyFrom: decoder)
  }

  /// Decodes the elements of a member that can be decoded.
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
  /// No elements.
  public static var empty: PolymorphicArray { PolymorphicArray(wrappedValue: []) }

  /// Whether there are no elements, known or unknown.
  public var isEmpty: Bool { projectedValue.isEmpty }
}
