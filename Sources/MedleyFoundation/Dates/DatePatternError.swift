/// A mistake in a pattern for dates.
///
/// ```swift
/// do {
///   format = try DateFormat(pattern: settings.datePattern)
/// } catch {
///   print(error)  // The date pattern "YYYY-MM-dd" has "YYYY", which isn't supported. It is ...
/// }
/// ```
public struct DatePatternError: Error, Hashable, Sendable {
  /// The pattern.
  public let pattern: String

  /// The symbol that is wrong, such as `YYYY`; nil if the mistake isn't in one symbol.
  public let symbol: String?

  /// What is wrong, and what to do.
  public let description: String
}

extension DatePatternError: CustomStringConvertible {}
