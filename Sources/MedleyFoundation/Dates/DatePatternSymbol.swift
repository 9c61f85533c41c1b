/// The symbols of UTS #35 that patterns may have.
enum DatePatternSymbol {
  /// Returns the element for a symbol, and the letter of its kind.
  ///
  /// A pattern has at most one symbol of each kind.
  static func element(for symbol: String) -> (kind: Character, element: DatePattern.Element)? {
    switch symbol {
    case "y": ("y", .number(.year, digits: 1...6))
    case "yyyy": ("y", .number(.year, digits: 4...4))
    case "yy": ("y", .twoDigitYear)
    case "M", "L": ("M", .number(.month, digits: 1...2))
    case "MM", "LL": ("M", .number(.month, digits: 2...2))
    case "MMM", "LLL": ("M", .monthName(isWide: false))
    case "MMMM", "LLLL": ("M", .monthName(isWide: true))
    case "d": ("d", .number(.day, digits: 1...2))
    case "dd": ("d", .number(.day, digits: 2...2))
    case "D": ("D", .number(.dayOfYear, digits: 1...3))
    case "DDD": ("D", .number(.dayOfYear, digits: 3...3))
    case "E", "EE", "EEE": ("E", .weekdayName(isWide: false))
    case "EEEE": ("E", .weekdayName(isWide: true))
    case "H": ("H", .number(.hour, digits: 1...2))
    case "HH": ("H", .number(.hour, digits: 2...2))
    case "k": ("H", .number(.hourFrom1, digits: 1...2))
    case "kk": ("H", .number(.hourFrom1, digits: 2...2))
    case "K": ("h", .number(.halfDayHour, digits: 1...2))
    case "KK": ("h", .number(.halfDayHour, digits: 2...2))
    case "h": ("h", .number(.halfDayHourFrom1, digits: 1...2))
    case "hh": ("h", .number(.halfDayHourFrom1, digits: 2...2))
    case "a", "aa", "aaa": ("a", .period)
    case "m": ("m", .number(.minute, digits: 1...2))
    case "mm": ("m", .number(.minute, digits: 2...2))
    case "s": ("s", .number(.second, digits: 1...2))
    case "ss": ("s", .number(.second, digits: 2...2))
    default: fractionOrZone(symbol)
    }
  }

  private static func fractionOrZone(_ symbol: String) -> (Character, DatePattern.Element)? {
    func offset(
      separator: Bool = false,
      omitsNoMinutes: Bool = false,
      usesZ: Bool
    ) -> (Character, DatePattern.Element) {
      (
        "Z",
        .offset(.numeric(separator: separator, omitsNoMinutes: omitsNoMinutes, usesZ: usesZ))
      )
    }
    return switch symbol {
    case "Z", "ZZ", "ZZZ", "xx": offset(usesZ: false)
    case "ZZZZZ", "XXX": offset(separator: true, usesZ: true)
    case "XX": offset(usesZ: true)
    case "xxx": offset(separator: true, usesZ: false)
    case "X": offset(omitsNoMinutes: true, usesZ: true)
    case "x": offset(omitsNoMinutes: true, usesZ: false)
    case "ZZZZ": ("Z", .offset(.afterName))
    case "z", "zz", "zzz": ("Z", .offset(.name))
    case _ where symbol.first == "S" && symbol.count <= 9:
      ("S", .fraction(digits: symbol.count))
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
