/// A mistake in a pattern for dates.
///
/// ```swift
/// do {
///   format = try DateFormat(pattern: settings.datePattern)
/// } catch {
///   print(error)
///   // The date pattern "YYYY-MM-dd" has "YYYY",
///   // which isn't supported. It is ...
/// }
/// ```
public struct DatePatternError: Error, Hashable, Sendable {
  /// The pattern.
  public let pattern: String

  /// The invalid symbol, such as `YYYY`; nil if the mistake isn't in one symbol.
  public let symbol: String?

  /// A description of the mistake and its remedy.
  public let description: String
}

extension DatePatternError: CustomStringConvertible {}
