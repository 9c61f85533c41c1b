/// A type with the date formats of a server, for use with property wrappers.
///
/// ```swift
/// enum ServerDates: DateSource {
///   static let formats = DateFormatList(
///     .iso8601, .day, .millisecondsSince1970)
/// }
/// typealias ServerDate<Value: DateValue> =
///   FormattedDate<ServerDates, Value>
/// ```
public protocol DateSource: SendableMetatype {
  /// The formats that are tried in order, and the one that is written.
  static var formats: DateFormatList { get }
}

/// A namespace of date sources with one format each.
///
/// ```swift
/// struct Post: Codable {
///   // FormattedDate<Dates.ISO8601, Date>
///   @ISO8601Date var published: Date
///   @MillisecondsDate var edited: Date?
/// }
/// ```
public enum Dates {
  /// Dates and times as in ISO 8601: `2024-01-02T03:04:05Z`.
  public enum ISO8601: DateSource {
    /// ISO 8601, without a fraction when it is written.
    public static let formats = DateFormatList(.iso8601)
  }

  /// Days as in ISO 8601: `2024-01-02`.
  public enum Day: DateSource {
    /// The day, which begins in GMT.
    public static let formats = DateFormatList(.day)
  }

  /// Seconds since 1970: `1704164645`.
  public enum SecondsSince1970: DateSource {
    /// Seconds, with a fraction if there is one.
    public static let formats = DateFormatList(.secondsSince1970)
  }

  /// Milliseconds since 1970: `1704164645000`.
  public enum MillisecondsSince1970: DateSource {
    /// Milliseconds, with a fraction if there is one.
    public static let formats = DateFormatList(.millisecondsSince1970)
  }
}

// MARK: - Property wrappers

/// A property with dates and times as in ISO 8601: `2024-01-02T03:04:05Z`.
///
/// ```swift
/// @ISO8601Date var published: Date
/// ```
public typealias ISO8601Date<Value: DateValue> = FormattedDate<Dates.ISO8601, Value>

/// A property with days as in ISO 8601: `2024-01-02`.
///
/// ```swift
/// @DayDate var birthday: Date?
/// ```
public typealias DayDate<Value: DateValue> = FormattedDate<Dates.Day, Value>

/// A property with seconds since 1970: `1704164645`.
///
/// ```swift
/// @SecondsDate var seen: [Date]
/// ```
public typealias SecondsDate<Value: DateValue> = FormattedDate<Dates.SecondsSince1970, Value>

/// A property with milliseconds since 1970: `1704164645000`.
///
/// ```swift
/// @MillisecondsDate var logins: [String: Date]
/// ```
public typealias MillisecondsDate<Value: DateValue> = FormattedDate<
  Dates.MillisecondsSince1970, Value
>
