/// A type with the default of a ``Defaulted`` property.
///
/// ```swift
/// enum Anonymous: DefaultSource {
///   static let defaultValue = "anonymous"
/// }
///
/// struct Post: Codable {
///   @Defaulted<Anonymous> var author: String
/// }
/// ```
public protocol DefaultSource {
  /// The type of the property.
  associatedtype Value: Decodable

  /// The value to use if a value is absent or null.
  static var defaultValue: Value { get }
}

/// A namespace of common defaults.
///
/// ```swift
/// @Defaulted<Defaults.Empty> var tags: [String]
/// @Defaulted<Defaults.Zero> var views: Int
/// @Defaulted<Defaults.False> var liked: Bool
/// ```
///
/// They also work on properties with further wrappers:
///
/// ```swift
/// @Defaulted<Defaults.Zero> @Lossless var views: Int
/// @Defaulted<Defaults.False> @LenientBool var hidden: Bool
/// ```
public enum Defaults {
  /// The empty collection or string.
  ///
  /// ```swift
  /// @Defaulted<Defaults.Empty> var tags: Set<String>
  /// ```
  public enum Empty<Value: EmptyRepresentable & Decodable>: DefaultSource {
    /// The empty value.
    public static var defaultValue: Value { .empty }
  }

  /// The empty string.
  ///
  /// ```swift
  /// @Defaulted<Defaults.EmptyString> var subtitle: String
  /// ```
  public enum EmptyString<Value: ExpressibleByStringLiteral & Decodable>: DefaultSource {
    /// The empty string.
    public static var defaultValue: Value { "" }
  }

  /// False.
  ///
  /// ```swift
  /// @Defaulted<Defaults.False> var liked: Bool
  /// ```
  public enum False<Value: ExpressibleByBooleanLiteral & Decodable>: DefaultSource {
    /// False.
    public static var defaultValue: Value { false }
  }

  /// Zero.
  ///
  /// ```swift
  /// @Defaulted<Defaults.Zero> var views: Int
  /// ```
  public enum Zero<Value: ExpressibleByIntegerLiteral & Decodable>: DefaultSource {
    /// Zero.
    public static var defaultValue: Value { 0 }
  }

  /// The first case of an enum.
  ///
  /// ```swift
  /// enum Theme: String, Codable, CaseIterable { case light, dark }
  /// @Defaulted<Defaults.FirstCase> var theme: Theme
  /// ```
  public enum FirstCase<Value: CaseIterable & Decodable>: DefaultSource {
    /// The first case.
    ///
    /// An enum without cases is a bug in the program and stops it.
    public static var defaultValue: Value {
      guard let first = Value.allCases.first else {
        fatalError("\(Value.self) has no cases, so none can be the default.")
      }
      return first
    }
  }
}
