public import Medley

/// A rule for which value of a type is empty, and how it is encoded; see ``WhenEmpty``.
///
/// ```swift
/// // WhenEmpty<EmptyAsNull<[String]>>
/// @NullWhenEmpty var tags: [String]
/// ```
public protocol EmptyRule {
  /// The type of the property.
  associatedtype Value: Codable

  /// The empty value, or nil.
  static var empty: Value { get }

  /// The encoding of an empty value.
  static var encoding: EmptyEncoding { get }

  /// Returns whether a value is empty.
  static func isEmpty(_ value: Value) -> Bool
}

/// The encoding of an empty value as the member of an object.
///
/// ```swift
/// static var encoding: EmptyEncoding { .omitted }
/// ```
public struct EmptyEncoding: Hashable, Sendable {
  private let writesNull: Bool

  /// The object doesn't have the key.
  public static let omitted = EmptyEncoding(writesNull: false)
  /// The member is null.
  public static let null = EmptyEncoding(writesNull: true)
}

/// The rule that encodes nil as null; see ``NullWhenNil``.
///
/// ```swift
/// @NullWhenNil var due: Int?
/// ```
public enum NilAsNull<Value: NilRepresentable & Codable>: EmptyRule {
  /// Nil.
  public static var empty: Value { nil }
  /// Nil is encoded as null.
  public static var encoding: EmptyEncoding { .null }
  /// Returns whether a value is nil.
  public static func isEmpty(_ value: Value) -> Bool { value.isNil }
}

/// The rule that omits the key of an empty value; see ``OmittedWhenEmpty``.
///
/// ```swift
/// @OmittedWhenEmpty var tags: [String]
/// ```
public enum EmptyAsOmitted<Value: EmptyRepresentable & Codable>: EmptyRule {
  /// The empty value.
  public static var empty: Value { .empty }
  /// The key of an empty value is omitted.
  public static var encoding: EmptyEncoding { .omitted }
  /// Returns whether a value is empty.
  public static func isEmpty(_ value: Value) -> Bool { value.isEmpty }
}

/// The rule that encodes an empty value as null; see ``NullWhenEmpty``.
///
/// ```swift
/// @NullWhenEmpty var tags: [String]
/// ```
public enum EmptyAsNull<Value: EmptyRepresentable & Codable>: EmptyRule {
  /// The empty value.
  public static var empty: Value { .empty }
  /// An empty value is encoded as null.
  public static var encoding: EmptyEncoding { .null }
  /// Returns whether a value is empty.
  public static func isEmpty(_ value: Value) -> Bool { value.isEmpty }
}

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
