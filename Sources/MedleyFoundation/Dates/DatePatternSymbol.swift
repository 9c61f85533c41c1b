/// The symbols of UTS #35 that patterns may have.
enum DatePatternSymbol {
  /// Returns the element for a symbol, and the letter of its kind.
  ///
  /// A pattern has at most one symbol of each kind.
  static func element(for symbol: String) -> (kind: Character, element: DatePattern.Element)? {
    let count = symbol.count
    // One letter is a number of any length, and as many as the widest number has are all digits.
    func number(
      _ kind: Character,
      _ field: DatePattern.Field,
      widest: Int = 2
    ) -> (Character, DatePattern.Element)? {
      guard count == 1 || count == widest else { return nil }
      return (kind, .number(field, digits: count...widest))
    }
    return switch symbol.first {
    case "y" where count == 1: number("y", .year, widest: 6)
    case "y" where count == 2: ("y", .twoDigitYear)
    case "y" where count == 4: number("y", .year, widest: 4)
    case "M" where count < 3, "L" where count < 3: number("M", .month)
    case "M" where count < 5, "L" where count < 5: ("M", .monthName(isWide: count == 4))
    case "d": number("d", .day)
    case "D": number("D", .dayOfYear, widest: 3)
    case "E" where count < 5: ("E", .weekdayName(isWide: count == 4))
    case "H": number("H", .hour)
    case "k": number("H", .hourFrom1)
    case "K": number("h", .halfDayHour)
    case "h": number("h", .halfDayHourFrom1)
    case "a" where count < 4: ("a", .period)
    case "m": number("m", .minute)
    case "s": number("s", .second)
    case "S" where count < 10: ("S", .fraction(digits: count))
    case "Z" where count == 4: ("Z", .offset(.afterName))
    case "Z" where count < 6:
      ("Z", .offset(.numeric(separator: count == 5, omitsNoMinutes: false, usesZ: count == 5)))
    case "X" where count < 4:
      ("Z", .offset(.numeric(separator: count == 3, omitsNoMinutes: count == 1, usesZ: true)))
    case "x" where count < 4:
      ("Z", .offset(.numeric(separator: count == 3, omitsNoMinutes: count == 1, usesZ: false)))
    case "z" where count < 4: ("Z", .offset(.name))
    default: nil
    }
  }

  /// Returns a suggestion for a symbol that isn't supported.
  static func hint(_ symbol: String) -> String {
    switch symbol.first {
    case "Y": ". It is the year of a week: write yyyy"
    case "D": ". It is the day of the year: write dd for that of the month"
    case "T": ". Write 'T' for the letter"
    case "y": ". Write yyyy, y or yy"
    case "c", "e": ". Write EEE"
    case "S": ". Nine digits are the most"
    case "O", "v", "V", "z": ". Names of zones can't be read back: write ZZZZZ or XXX"
    default: ". Write letters that stand for themselves in quotation marks"
    }
  }
}
