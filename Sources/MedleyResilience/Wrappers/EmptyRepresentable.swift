/// A type with an empty value, such as a collection or a string.
///
/// ``Defaults/Empty``, ``OmittedWhenEmpty`` and ``NullWhenEmpty`` require it. A collection of yours
/// conforms in one line:
///
/// ```swift
/// extension Playlist: EmptyRepresentable {
///   static var empty: Playlist { Playlist() }
/// }
/// ```
public protocol EmptyRepresentable {
  /// The empty value.
  static var empty: Self { get }

  /// Whether this is the empty value.
  var isEmpty: Bool { get }
}

extension Array: EmptyRepresentable {
  /// The empty array.
  public static var empty: [Element] { [] }
}

extension Set: EmptyRepresentable {
  /// The empty set.
  public static var empty: Set<Element> { [] }
}

extension Dictionary: EmptyRepresentable {
  /// The empty dictionary.
  public static var empty: [Key: Value] { [:] }
}

extension String: EmptyRepresentable {
  /// The empty string.
  public static var empty: String { "" }
}
