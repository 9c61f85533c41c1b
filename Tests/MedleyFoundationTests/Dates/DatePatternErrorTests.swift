import Foundation
import MedleyFoundation
import Testing

@Suite struct DatePatternErrorTests {
  /// Returns the description of the error for a pattern, which has no path.
  private static func fault(of pattern: String, timeZone: TimeZone? = nil) throws -> String {
    let error = try #require(throws: DecodingError.self) {
      try DateFormat(pattern: pattern, timeZone: timeZone)
    }
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect(context.codingPath.isEmpty)
    return context.debugDescription
  }

  @Test(arguments: [
    ("YYYY-MM-dd", "YYYY", "It is the year of a week: write yyyy"),
    ("yyyy-MM-DD", "DD", "It is the day of the year: write dd"),
    ("yyyy-MM-ddTHH:mm", "T", "Write 'T' for the letter"), ("yyy", "yyy", "Write yyyy, y or yy"),
    ("yyyyy", "yyyyy", "Write yyyy, y or yy"), ("yyyy MMMMM", "MMMMM", "which isn't supported"),
    ("yyyy-MM-dd ccc", "ccc", "Write EEE"), ("yyyy-MM-dd eee", "eee", "Write EEE"),
    ("yyyy-MM-dd HH:mm:ss.SSSSSSSSSS", "SSSSSSSSSS", "Nine digits"),
    ("yyyy-MM-dd HH:mm VV", "VV", "Names of zones can't be read back"),
    ("yyyy-MM-dd HH:mm zzzz", "zzzz", "Names of zones can't be read back"),
    ("yyyy-MM-dd HH:mm O", "O", "Names of zones can't be read back"),
    ("yyyy-MM-dd HH:mm XXXX", "XXXX", "which isn't supported"), ("G yyyy", "G", "quotation marks"),
    ("yyyy-'W'ww", "ww", "quotation marks"), ("yyyy QQQ", "QQQ", "quotation marks"),
    ("yyyy uuuu", "uuuu", "quotation marks"), ("yyyy-MM-dd EEEEE", "EEEEE", "isn't supported"),
    ("yyyy-MM-ddd", "ddd", "isn't supported"), ("hhh a yyyy", "hhh", "isn't supported"),
  ])
  func `an unsupported symbol is an error that names it`(
    _ pattern: String,
    _ symbol: String,
    _ hint: String
  ) throws {
    let fault = try Self.fault(of: pattern)
    #expect(fault.hasPrefix("The date pattern \"\(pattern)\" has \"\(symbol)\", which"))
    #expect(fault.contains(hint), "\(fault)")
  }

  @Test(
    arguments: [
      ("", nil, "no year"), ("HH:mm", nil, "no year"), ("MM-dd", nil, "no year"),
      ("'yyyy'", nil, "no year"), ("yyyy-MM-dd 'T", nil, "a quotation mark that isn't closed"),
      ("yyyy'", nil, "a quotation mark that isn't closed"),
      ("yyyy-mm-dd", "dd", "without the month. Is mm, the minutes, meant to be MM?"),
      ("yyyy-MM-dd hh:mm", "hh", "without the AM or PM, a. Is HH meant?"),
      ("yyyy-MM-dd HH:mm a", "a", "without the hour from 1 to 12"),
      ("yyyy-MM-dd mm", "mm", "without the hour"), ("yyyy-MM-dd HH ss", "ss", "without the minute"),
      ("yyyy-MM-dd HH:mm SSS", "SSS", "without the second"),
      ("EEE, MMM yyyy", "EEE", "\"EEE\" without the day"),
      ("yyyy-MM-DDD", "DDD", "both \"DDD\" and \"MM\""),
      ("yyyy HH hh a", "HH", "both \"HH\" and \"hh\""),
      ("yyyy yy", "yy", "which is the same field"),
      ("yyyy MM MMM", "MMM", "\"MMM\" beside \"MM\""), ("yyyy H k", "k", "the same field"),
      ("yyyy Z X", "X", "the same field"), ("yMMdd", nil, "digits right after a field"),
      ("yyyy Hmm", nil, "digits right after a field"), ("y'0'", nil, "digits right after a field"),
      ("XXXyyyy", nil, "digits right after a field"),
    ] as [(String, String?, String)]
  )
  func `refuses a pattern that can't be read back`(
    _ pattern: String,
    _ symbol: String?,
    _ fault: String
  ) throws {
    let found = try Self.fault(of: pattern)
    let problem =
      symbol.map { ["has \"\($0)\"", "has both \"\($0)\""] } ?? ["has no", "has a", "has digits"]
    #expect(
      problem.contains { found.hasPrefix("The date pattern \"\(pattern)\" \($0)") },
      "\(found)"
    )
    #expect(found.contains(fault), "\(found)")
  }

  @Test func `refuses z for time zones other than GMT`() throws {
    let berlin = try TimeZone.named("Europe/Berlin")
    let fault = try Self.fault(of: "yyyy z", timeZone: berlin)
    #expect(fault.contains("for the zone Europe/Berlin"))
  }

  @Test func `every letter is supported or refused`() {
    for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
      for count in 1...12 {
        let symbol = String(repeating: letter, count: count)
        for pattern in [symbol, "yyyy \(symbol)", "yyyy-MM-dd HH:mm:ss \(symbol)"] {
          guard let format = try? DateFormat(pattern: pattern) else { continue }
          let text = format.string(from: tuesday)
          #expect(text.flatMap { format.date(from: $0) } != nil, "\(pattern)")
        }
      }
    }
  }

  @Test func `an invalid constant pattern stops the program and names the symbol`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DateFormat.pattern("YYYY-MM-dd")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("\"YYYY-MM-dd\" has \"YYYY\", which isn't supported"))
  }
}
