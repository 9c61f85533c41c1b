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
  private var state: State

  /// Creates a property with a known value, or an absent one for nil.
  public init(wrappedValue: Base?) {
    state = wrappedValue.map { .value(.known($0)) } ?? .absent
  }

  /// The known value, or nil if it is absent, null or unknown.
  public var wrappedValue: Base? {
    get { projectedValue?.known }
    set { projectedValue = newValue.map { .known($0) } }
  }

  /// The known or unknown element, or nil if it is absent or null.
  public var projectedValue: Polymorphic<Base>? {
    get { if case .value(let value) = state { value } else { nil } }
    set { state = newValue.map { .value($0) } ?? .absent }
  }
}

extension PolymorphicValue {
  fileprivate enum State {
    case absent
    case null
    case value(Polymorphic<Base>)
  }
}

extension PolymorphicValue: Sendable where Base: Sendable {}
extension PolymorphicValue.State: Sendable where Base: Sendable {}

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
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    state = isNull ? .null : .value(try Polymorphic(from: decoder))
  }
}

extension PolymorphicValue: KeyedDecodable {
  /// Decodes the member: absent, null or an element.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    if !container.contains(key) {
      state = .absent
    } else if try container.decodeNil(forKey: key) {
      state = .null
    } else {
      state = .value(try container.decode(Polymorphic<Base>.self, forKey: key))
    }
  }
}

extension PolymorphicValue: Encodable {
  /// Encodes the element, or null if there is none.
  public func encode(to encoder: any Encoder) throws {
    if case .value(let value) = state {
      try value.write(to: encoder, sharesObject: false)
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
    switch state {
    case .absent: break
    case .null: try container.encodeNil(forKey: key)
    case .value(let value): try container.encode(value, forKey: key)
    }
  }
}

/// A class or a struct that declares the registry of its subclasses or contents.
///
/// `Polymorphic`, ``PolymorphicValue`` and ``PolymorphicArray`` find the registry by themselves. So
/// the types of a library can be decoded by every client's decoder, without `userInfo` and without a
/// call at startup:
///
/// ```swift
/// open class View: Codable, PolymorphicBase {
///   public static let registry = PolymorphicRegistry<View>("class") {
///     try $0.register(Label.self, for: "label") { $0 }
///     try $0.register(View.self, for: "view") { $0 }
///   }
/// }
///
/// struct Screen: Codable {
///   @PolymorphicArray var views: [View]
/// }
/// let screen = try JSONDecoder().decode(Screen.self, from: data)
/// ```
///
/// A registry in `userInfo` comes first, and an installed one second: an app adds its own types with
/// ``PolymorphicRegistry/registering(_:for:_:fields:options:as:from:fileID:line:)-(_,TypeTag,_,_,_,_,_,_,_)``. The declared one
/// is read once.
///
/// A protocol can't declare a registry. Wrap its values in a struct, whose registry converts:
///
/// ```swift
/// struct AnyShape: PolymorphicBase {
///   let shape: any Shape
///
///   static let registry = PolymorphicRegistry<AnyShape>("shape") {
///     try $0.register(
///       Circle.self, for: "circle", as: { AnyShape(shape: $0) },
///       from: { $0.shape as? Circle })
///   }
/// }
/// ```
///
/// An enum that conforms to ``PolymorphicEnum`` has all this already.
public protocol PolymorphicBase: SendableMetatype {
  /// The type whose registry it is. The subclasses of a class have that of the class.
  associatedtype RegistryBase = Self

  /// The types that a tag may select.
  static var registry: PolymorphicRegistry<RegistryBase> { get }
}

// MARK: - Finding the declared registry

/// The registry that a type declares, for bases of which nothing is known.
enum DeclaredRegistry {
  /// The registry that `Base` declares; nil if it declares none.
  static func registry<Base>(for base: Base.Type) -> SharedRegistry<Base>? {
    func declared<Declaring: PolymorphicBase>(_ type: Declaring.Type) -> SharedRegistry<Base>? {
      // The subclass of a class inherits a registry for another base.
      guard Declaring.RegistryBase.self == Base.self else { return nil }
      return (Declaring.registry as? PolymorphicRegistry<Base>)?.shared
    }
    func cases<Cases: PolymorphicDecodable>(_ type: Cases.Type) -> SharedRegistry<Base>? {
      (Cases.registry as? PolymorphicRegistry<Base>)?.shared
    }
    func encodableCases<Cases: PolymorphicEncodable>(_ type: Cases.Type) -> SharedRegistry<Base>? {
      (Cases.registry as? PolymorphicRegistry<Base>)?.shared
    }
    switch base {
    case let type as any PolymorphicBase.Type: return declared(type)
    case let type as any PolymorphicDecodable.Type: return cases(type)
    case let type as any PolymorphicEncodable.Type: return encodableCases(type)
    default: return nil
    }
  }

  /// The base whose registry a type inherits without being that base; nil for others.
  static func inheritedBase(of base: any Any.Type) -> (any Any.Type)? {
    func inherited<Declaring: PolymorphicBase>(_ type: Declaring.Type) -> any Any.Type {
      Declaring.RegistryBase.self
    }
    return (base as? any PolymorphicBase.Type).map { inherited($0) }
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
