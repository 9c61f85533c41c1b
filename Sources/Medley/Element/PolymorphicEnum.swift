/// An enum whose cases are the types of a feed.
///
/// ```swift
/// enum Item: PolymorphicEnum {
///   case movie(Movie)
///   case book(Book)
///   case unknown(UnknownPayload)
///
///   static let registry = PolymorphicRegistry<Item>("type") {
///     try $0.register(for: "MOVIE", as: Item.movie)
///     try $0.register(for: "BOOK", "NOVEL", as: Item.book)
///   }
/// }
/// let feed = try JSONDecoder().decode([Item].self, from: data)
/// ```
///
/// A `switch` over it is exhaustive, and it needs no wrapper and no `userInfo`. It can't have a raw
/// type and can't be `RawRepresentable`, because the compiler would code it by its raw value.
///
/// An enum that is only decoded conforms to ``PolymorphicDecodable``, and one that is only encoded
/// to ``PolymorphicEncodable``. Its payloads need to go only that way.
public protocol PolymorphicEnum: PolymorphicDecodable, PolymorphicEncodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// Reflection finds it. If reflection metadata is stripped, implement it:
  ///
  /// ```swift
  /// var unknownPayload: UnknownPayload? {
  ///   if case .unknown(let payload) = self { payload } else { nil }
  /// }
  /// ```
  var unknownPayload: UnknownPayload? { get }
}

extension PolymorphicEnum {
  /// The payload in the case for unknown elements, found by reflection.
  public var unknownPayload: UnknownPayload? { reflectedUnknownPayload }
}

extension PolymorphicEnum where Self: RawRepresentable {
  /// Unavailable: the compiler would code the enum by its raw value, and not with its registry.
  @available(
    *,
    unavailable,
    message: """
      the compiler codes an enum with a raw value by that, and not with its registry: leave the raw \
      type or RawRepresentable out
      """
  )
  public var unknownPayload: UnknownPayload? { nil }
}
