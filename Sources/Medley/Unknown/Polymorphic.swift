/// An element of a feed: a value of a registered type, or an unknown payload.
///
/// ```swift
/// let feed = try decoder.decode(
///   [Polymorphic<any Media>].self, from: data)
/// let titles = feed.known.map(\.title)
/// for element in feed {
///   switch element {
///   case .known(let media): show(media.title)
///   case .unknown(let payload): print(payload.tag, payload.reason)
///   }
/// }
/// ```
///
/// The registry is in the decoder's `userInfo`, or is the installed one: see
/// ``PolymorphicRegistry``.
///
/// Elements are `Equatable` and `Hashable` for every base. Two known elements are equal if they have
/// the same `Equatable` type and their values are equal. Values of a type that isn't `Equatable` are
/// never equal.
public enum Polymorphic<Base> {
  /// A value of a registered type.
  case known(Base)
  /// An element that wasn't decoded to a registered type.
  case unknown(UnknownPayload)
}

extension Polymorphic: Sendable where Base: Sendable {}

// MARK: - Reading

/// A protocol for generic code over ``Polymorphic``.
///
/// Only ``Polymorphic`` conforms: Swift can't extend sequences of it otherwise.
///
/// ```swift
/// let movies = feed.known.compactMap { $0 as? Movie }
/// ```
public protocol PolymorphicElement<Base> {
  /// The base: a protocol, a class, an enum or a struct.
  associatedtype Base

  /// The element as a ``Polymorphic``.
  var polymorphic: Polymorphic<Base> { get }
}

extension Polymorphic: PolymorphicElement {
  /// This element.
  public var polymorphic: Polymorphic<Base> { self }
}

extension PolymorphicElement {
  /// The value, or nil if the element is unknown.
  ///
  /// ```swift
  /// let title = element.known?.title
  /// ```
  public var known: Base? {
    if case .known(let base) = polymorphic { base } else { nil }
  }

  /// The unknown payload, or nil if the element is known.
  ///
  /// ```swift
  /// let tag = element.unknown?.tag
  /// ```
  public var unknown: UnknownPayload? {
    if case .unknown(let payload) = polymorphic { payload } else { nil }
  }
}

extension Sequence where Element: PolymorphicElement {
  /// The known elements, in order.
  ///
  /// ```swift
  /// let titles = feed.known.map(\.title)
  /// ```
  public var known: [Element.Base] { compactMap { $0.known } }

  /// The unknown elements, in order.
  ///
  /// ```swift
  /// let tags = feed.unknown.compactMap(\.tag)
  /// ```
  public var unknown: [UnknownPayload] { compactMap(\.unknown) }
}

// MARK: - Comparing

extension Polymorphic: Hashable {
  /// Returns whether two elements are equal; see ``Polymorphic``.
  public static func == (lhs: Polymorphic, rhs: Polymorphic) -> Bool {
    switch (lhs, rhs) {
    case (.known(let lhs), .known(let rhs)):
      type(of: lhs as Any) == type(of: rhs as Any) && areEqual(lhs, rhs) == true
    case (.unknown(let lhs), .unknown(let rhs)): lhs == rhs
    default: false
    }
  }

  /// Hashes the element, or only its type if that isn't `Hashable`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .known(let base):
      hasher.combine(ObjectIdentifier(type(of: base as Any)))
      // Equal values must have equal hashes, also if their type is only Equatable.
      if let base = base as? any Hashable { base.hash(into: &hasher) }
    case .unknown(let payload):
      hasher.combine(payload)
    }
  }
}

/// Returns whether values are equal; nil if the first one's type isn't `Equatable`.
package func areEqual(_ lhs: Any, _ rhs: Any) -> Bool? {
  func isEqual<Value: Equatable>(_ lhs: Value) -> Bool {
    if let rhs = rhs as? Value { lhs == rhs } else { false }
  }
  return (lhs as? any Equatable).map { isEqual($0) }
}
