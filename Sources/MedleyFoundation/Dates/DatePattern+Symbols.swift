/// The symbols of UTS #35 that patterns may have.
extension DatePattern {
  /// Returns the element for a symbol, and the letter of its kind.
  ///
  /// A pattern has at most one symbol of each kind.
  static func element(for symbol: String) -> (kind: Character, element: Element)? {
    let count = symbol.count
    // One letter is a number of any length, and as many as the widest number has are all digits.
    func number(
      _ kind: Character,
      _ field: Field,
      _ range: ClosedRange<Int>
    ) -> (Character, Element)? {
      let widest = "\(range.upperBound)".count
      guard count == 1 || count == widest else { return nil }
      return (kind, .number(field, in: range, digits: count...widest))
    }
    return switch symbol.first {
    case "y" where count == 1: number("y", .year, 1...999_999)
    case "y" where count == 2: ("y", .number(.yearOfCentury, in: 0...99, digits: 2...2))
    case "y": number("y", .year, 1...9999)
    case "M" where count < 3, "L" where count < 3: number("M", .month, 1...12)
    case "M" where count < 5, "L" where count < 5:
      ("M", .name(.month, in: 1...12, count == 4 ? months : shortMonths))
    case "d": number("d", .day, 1...31)
    case "D": number("D", .dayOfYear, 1...366)
    case "E" where count < 5:
      ("E", .name(.weekday, in: 0...6, count == 4 ? weekdays : shortWeekdays))
    case "H": number("H", .hour, 0...23)
    case "k": number("H", .hour, 1...24)
    case "K": number("h", .hour, 0...11)
    case "h": number("h", .hour, 1...12)
    case "a" where count < 4: ("a", .name(.half, in: 0...1, halves))
    case "m": number("m", .minute, 0...59)
    case "s": number("s", .second, 0...60)
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
  static func hint(for symbol: String) -> String {
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
