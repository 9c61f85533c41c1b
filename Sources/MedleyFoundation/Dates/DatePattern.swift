/// A parsed pattern of Unicode date field symbols (UTS #35).
struct DatePattern: Hashable, Sendable {
  let text: String
  /// What the text stands for.
  let elements: [Element]

  /// A part of a text that is read and written alone.
  enum Element: Hashable, Sendable {
    case literal([UInt8])
    /// A number of a fixed or of a variable length.
    case number(Field, digits: ClosedRange<Int>)
    case twoDigitYear
    case fraction(digits: Int)
    case monthName(isWide: Bool)
    case weekdayName(isWide: Bool)
    case period
    case offset(Offset)
  }

  /// The meaning of a number.
  enum Field: Hashable, Sendable {
    case year
    case month
    case day
    case dayOfYear
    /// From 0 to 23.
    case hour
    /// From 1 to 24, where 24 is midnight.
    case hourFrom1
    /// From 0 to 11.
    case halfDayHour
    /// From 1 to 12, where 12 is midnight or noon.
    case halfDayHourFrom1
    case minute
    case second

    var range: ClosedRange<Int> {
      switch self {
      case .year: 1...999_999
      case .month: 1...12
      case .day: 1...31
      case .dayOfYear: 1...366
      case .hour: 0...23
      case .hourFrom1: 1...24
      case .halfDayHour: 0...11
      case .halfDayHourFrom1: 1...12
      case .minute: 0...59
      case .second: 0...60
      }
    }
  }

  /// The notation of an offset from GMT.
  enum Offset: Hashable, Sendable {
    case numeric(separator: Bool, omitsNoMinutes: Bool, usesZ: Bool)
    /// `GMT+01:00`, or `GMT`.
    case afterName
    /// `GMT` alone.
    case name
  }

  /// Whether the offset from GMT is part of the text.
  var statesOffset: Bool {
    elements.contains { if case .offset = $0 { true } else { false } }
  }

  /// The number of digits of the fraction in the text.
  var fractionDigits: Int {
    elements.reduce(0) { if case .fraction(let digits) = $1 { digits } else { $0 } }
  }
}

// MARK: - Names

extension DatePattern {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ].map { Array($0.utf8) }
  static let shortMonths = months.map { Array($0.prefix(3)) }

  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ].map { Array($0.utf8) }
  static let shortWeekdays = weekdays.map { Array($0.prefix(3)) }

  static let periods = ["AM", "PM"].map { Array($0.utf8) }
  static let zoneNames = ["GMT", "UTC"].map { Array($0.utf8) }
}
