/// A property with a known value or nil, which keeps an unknown element.
///
/// ```swift
/// struct Page: Codable {
///   @PolymorphicValue var hero: (any Media)?
/// }
/// page.hero?.title  // nil if absent, null or unknown
/// page.$hero        // Polymorphic<any Media>?
/// ```
///
/// An unknown element, an absent member and null are encoded as they came. Assigning nil makes the
/// member absent.
@propertyWrapper
public struct PolymorphicValue<Base> {
  /// The known or unknown element, or nil if it is absent or null.
  public var projectedValue: Polymorphic<Base>? {
    didSet { isNull = false }
  }
  /// Whether null came in place of an element; what is assigned is absent.
  private var isNull = false

  /// Creates a property with a known value, or an absent one for nil.
  public init(wrappedValue: Base?) {
    projectedValue = wrappedValue.map { .known($0) }
  }

  /// The known value, or nil if it is absent, null or unknown.
  public var wrappedValue: Base? {
    get { projectedValue?.known }
    set { projectedValue = newValue.map { .known($0) } }
  }
}

extension PolymorphicValue: Sendable where Base: Sendable {}

// MARK: - Comparing

extension PolymorphicValue: Hashable {
  /// Returns whether two properties have equal elements, or both have none.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.projectedValue == rhs.projectedValue
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(projectedValue)
  }
}

// MARK: - Coding

extension PolymorphicValue: Decodable {
  /// Decodes an element or null.
  public init(from decoder: any Decoder) throws {
    isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    projectedValue = isNull ? nil : try Polymorphic(calling: decoder)
  }
}

extension Decodable {
  /// Decodes a value with a call of `init(from:)`, which `Polymorphic` has inlined otherwise.
  @inline(never) fileprivate init(calling decoder: any Decoder) throws {
    self = try Self(from: decoder)
  }
}

extension PolymorphicValue: KeyedDecodable {
  /// Decodes the member: absent, null or an element.
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    let isAbsent = !container.contains(key)
    isNull = try !isAbsent && container.decodeNil(forKey: key)
    projectedValue =
      isAbsent || isNull ? nil : try container.decode(Polymorphic<Base>.self, forKey: key)
  }
}

extension PolymorphicValue: Encodable {
  /// Encodes the element, or null if there is none.
  public func encode(to encoder: any Encoder) throws {
    if let element = projectedValue {
      try element.write(to: encoder, sharesObject: false)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

extension PolymorphicValue: KeyedEncodable {
  /// Encodes the member as it came: absent, null or an element.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if let element = projectedValue {
      try container.encode(element, forKey: key)
    } else if isNull {
      try container.encodeNil(forKey: key)
    }
  }
}

// MARK: - Storing arrays

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
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    // The container decodes the array, because XML decoders recognise arrays only by their type.
    projectedValue = try container.decode([Polymorphic<Base>].self, forKey: key)
  }
}
