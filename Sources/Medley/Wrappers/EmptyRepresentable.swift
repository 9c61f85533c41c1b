/// A type with a value that has nothing inside.
///
/// ``Defaults/Empty``, ``OmittedWhenEmpty`` and ``NullWhenEmpty`` serve such types. Collections of
/// one's own conform in one line:
///
/// ```swift
/// extension Playlist: EmptyRepresentable { static var empty: Playlist { Playlist() } }
/// ```
public protocol EmptyRepresentable {
  /// The value that has nothing inside.
  static var empty: Self { get }

  /// Whether nothing is inside.
  var isEmpty: Bool { get }
}

extension Array: EmptyRepresentable {
  /// No elements.
  public static var empty: [Element] { [] }
}

extension Set: EmptyRepresentable {
  /// No elements.
  public static var empty: Set<Element> { [] }
}

extension Dictionary: EmptyRepresentable {
  /// No members.
  public static var empty: [Key: Value] { [:] }
}

extension String: EmptyRepresentable {
  /// No characters.
  public static var empty: String { "" }
}

/// A type with a value that stands for no value.
///
/// Optionals are, and so are wrappers around them. ``NullWhenNil`` serves such types.
public protocol NilRepresentable: ExpressibleByNilLiteral {
  /// Whether there is no value.
  var isNil: Bool { get }
}

extension Optional: NilRepresentable {
  /// Whether this is nil.
  public var isNil: Bool {
    if case .none = self { true } else { false }
  }
}
