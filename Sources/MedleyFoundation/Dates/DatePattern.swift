/// A parsed pattern of Unicode date field symbols (UTS #35).
struct DatePattern: Hashable, Sendable {
  let text: String
  /// What the text stands for.
  let elements: [Element]

  /// A part of a text that is read and written alone.
  enum Element: Hashable, Sendable {
    case literal([UInt8])
    /// A number in a range, of a fixed or of a variable length.
    case number(Field, in: ClosedRange<Int>, digits: ClosedRange<Int>)
    /// One of the names of the numbers in a range.
    case name(Field, in: ClosedRange<Int>, [[UInt8]])
    case fraction(digits: Int)
    case offset(Offset)
  }

  /// The meaning of a number or a name.
  enum Field: Hashable, Sendable {
    case year
    /// The last two digits of a year from 1969 to 2068.
    case yearOfCentury
    case month
    case day
    case dayOfYear
    /// From Sunday, which is 0.
    case weekday
    /// The hour of a day or of half a day; 24 or 12 is the hour 0.
    case hour
    /// The half of the day: 0 is before noon.
    case half
    case minute
    case second
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

  static let halves = ["AM", "PM"].map { Array($0.utf8) }
  static let zoneNames = ["GMT", "UTC"].map { Array($0.utf8) }
}
