/// An element of a mixed feed: a value of a type that the app knows, or what it doesn't know.
///
/// ```swift
/// let feed = try decoder.decode([Polymorphic<any Media>].self, from: data)
/// let titles = feed.known.map(\.title)
/// for element in feed {
///   switch element {
///   case .known(let media): show(media.title)
///   case .unknown(let payload): log(payload.tag, payload.reason)
///   }
/// }
/// ```
///
/// The registry comes from the decoder's `userInfo`, or is the installed one:
/// see ``PolymorphicRegistry``.
///
/// Elements can be compared whatever their base. Known ones are equal if they are of one type, that
/// type is `Equatable`, and they are equal; values of a type that isn't `Equatable` are never
/// equal.
public enum Polymorphic<Base> {
  /// A value of a registered type.
  case known(Base)
  /// An element as it came.
  case unknown(UnknownPayload)
}

extension Polymorphic: Sendable where Base: Sendable {}

// MARK: - Reading

/// An element of a mixed feed, whatever its base: what ``Polymorphic`` is to a sequence of them.
///
/// ```swift
/// let movies = feed.known.compactMap { $0 as? Movie }
/// ```
public protocol PolymorphicElement<Base> {
  /// The protocol, class, enum or struct that the known elements are values of.
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

  /// What came, or nil if the element is known.
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
  public var known: [Element.Base] { compactMap(\.known) }

  /// The unknown elements, in order.
  ///
  /// ```swift
  /// let tags = feed.unknown.compactMap(\.tag)
  /// ```
  public var unknown: [UnknownPayload] { compactMap(\.unknown) }
}

// MARK: - Comparing

extension Polymorphic: Hashable {
  /// Returns whether two elements are equal: see ``Polymorphic``.
  public static func == (lhs: Polymorphic, rhs: Polymorphic) -> Bool {
    switch (lhs, rhs) {
    case (.known(let lhs), .known(let rhs)): areEqual(lhs, rhs)
    case (.unknown(let lhs), .unknown(let rhs)): lhs == rhs
    default: false
    }
  }

  /// Hashes the element; a value of a type that isn't `Hashable` by its type alone.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .known(let base):
      hasher.combine(ObjectIdentifier(type(of: base as Any)))
      // Of types that are Equatable only, equal values must have equal hashes: that of the type.
      if let base = base as? any Hashable { base.hash(into: &hasher) }
    case .unknown(let payload):
      hasher.combine(payload)
    }
  }

  private static func areEqual(_ lhs: Base, _ rhs: Base) -> Bool {
    func isEqual<Value: Equatable>(_ lhs: Value) -> Bool {
      (rhs as? Value).map { $0 == lhs } ?? false
    }
    guard type(of: lhs as Any) == type(of: rhs as Any), let lhs = lhs as? any Equatable else {
      return false
    }
    return isEqual(lhs)
  }
}
