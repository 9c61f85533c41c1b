/// What a value is when there is nothing, and how that is encoded; see ``WhenNothing``.
///
/// ```swift
/// @NullWhenEmpty var tags: [String]  // WhenNothing<EmptyAsNull<[String]>>
/// ```
public protocol NothingRule {
  /// The type of the property.
  associatedtype Value: Codable

  /// What stands for nothing.
  static var nothing: Value { get }

  /// Whether nothing is null; its key is left out otherwise.
  static var writesNull: Bool { get }

  /// Whether a value is nothing.
  static func isNothing(_ value: Value) -> Bool
}

/// Nil is null; see ``NullWhenNil``.
///
/// ```swift
/// @NullWhenNil var due: Int?
/// ```
public enum NilAsNull<Value: NilRepresentable & Codable>: NothingRule {
  /// Nil.
  public static var nothing: Value { nil }
  /// Nothing is null.
  public static var writesNull: Bool { true }
  /// Whether a value is nil.
  public static func isNothing(_ value: Value) -> Bool { value.isNil }
}

/// What is empty has no key; see ``OmittedWhenEmpty``.
///
/// ```swift
/// @OmittedWhenEmpty var tags: [String]
/// ```
public enum EmptyAsNoKey<Value: EmptyRepresentable & Codable>: NothingRule {
  /// The empty value.
  public static var nothing: Value { .empty }
  /// The key is left out.
  public static var writesNull: Bool { false }
  /// Whether a value is empty.
  public static func isNothing(_ value: Value) -> Bool { value.isEmpty }
}

/// What is empty is null; see ``NullWhenEmpty``.
///
/// ```swift
/// @NullWhenEmpty var tags: [String]
/// ```
public enum EmptyAsNull<Value: EmptyRepresentable & Codable>: NothingRule {
  /// The empty value.
  public static var nothing: Value { .empty }
  /// Nothing is null.
  public static var writesNull: Bool { true }
  /// Whether a value is empty.
  public static func isNothing(_ value: Value) -> Bool { value.isEmpty }
}
