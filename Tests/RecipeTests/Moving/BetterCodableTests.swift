import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// What the article *Moving to Medley* writes in place of BetterCodable.
@Suite struct BetterCodableTests {
  // MARK: - Lossy

  struct Lists: Codable, Hashable {
    @Lossy var values: [Int]
    @Lossy var scores: [String: Int]
    @Lossy var site: URL?
    @Lossy @Lossless var skus: [String]
  }

  @Test(arguments: Backend.allCases)
  func `lossy collections drop what is invalid`(_ backend: Backend) throws {
    let (lists, issues) = try backend.collect(
      Lists.self,
      #"{"values":[1,null,"x",2],"scores":{"a":1,"b":"x"},"site":4,"skus":[12,"b",{}]}"#
    )
    #expect(lists == Lists(values: [1, 2], scores: ["a": 1], site: nil, skus: ["12", "b"]))
    #expect(
      Set(issues) == [
        "values[1] dropped", "values[2] dropped", "scores.b dropped", "site defaulted",
        "skus[2] dropped",
      ]
    )
    try backend.expect(lists, encodesTo: #"{"values":[1,2],"scores":{"a":1},"skus":[12,"b"]}"#)
  }

  // MARK: - Defaults

  enum Yes<Value: ExpressibleByBooleanLiteral & Decodable>: DefaultSource {
    static var defaultValue: Value { true }
  }

  enum Interval: String, Codable {
    case daily
    case weekly
  }

  enum Daily: DefaultSource {
    static let defaultValue = Interval.daily
  }

  struct Settings: Codable, Hashable {
    @Lossy @Defaulted<Defaults.False> @LenientBool var isAdmin: Bool
    @Lossy @Defaulted<Yes> @LenientBool var isVisible: Bool
    @Defaulted<Defaults.Empty> @Lossy var tags: [String]
    @Defaulted<Defaults.Empty> @Lossy var scores: [String: Int]
    @Lossy @Defaulted<Daily> var refresh: Interval
  }

  @Test(arguments: Backend.allCases)
  func `absent, null and invalid values have a default`(_ backend: Backend) throws {
    let written = #"{"isAdmin":false,"isVisible":true,"tags":[],"scores":{},"refresh":"daily"}"#
    for json in [
      "{}",
      #"{"isAdmin":null,"isVisible":null,"tags":null,"scores":null,"refresh":null}"#,
      #"{"isAdmin":"x","isVisible":"x","tags":"x","scores":"x","refresh":"hourly"}"#,
    ] {
      let settings = try backend.decode(Settings.self, from: json)
      #expect(
        settings
          == Settings(isAdmin: false, isVisible: true, tags: [], scores: [:], refresh: .daily),
        "\(json)"
      )
      try backend.expect(settings, encodesTo: written)
    }
  }

  @Test(arguments: Backend.allCases)
  func `values in place of a default are encoded as they came`(_ backend: Backend) throws {
    let settings = try backend.keep(
      Settings.self,
      #"{"isAdmin":1,"isVisible":"false","tags":["a"],"scores":{"a":1},"refresh":"weekly"}"#
    )
    #expect(settings.isAdmin && !settings.isVisible)
    #expect(settings.refresh == .weekly)
  }

  // MARK: - Lossless

  enum Level: String, LosslessConvertible {
    case first = "1"
    case second = "2"
  }

  struct Product: Codable, Hashable {
    @Lossless var sku: String
    @Lossless var count: Int
    @LenientBool var isAvailable: Bool
    @Lossless var level: Level
  }

  @Test(arguments: Backend.allCases)
  func `values of another kind are converted`(_ backend: Backend) throws {
    let product = try backend.keep(
      Product.self,
      #"{"sku":12345,"count":"3","isAvailable":"true","level":2}"#
    )
    #expect(product == Product(sku: "12345", count: 3, isAvailable: true, level: .second))
  }

  // MARK: - Dates and data

  enum MillisecondTexts: DateSource {
    static let formats: [DateFormat] = [.iso8601(fractionDigits: 3)]
  }

  enum MailDates: DateSource {
    static let formats: [DateFormat] = [.pattern("EEE, d MMM yyyy HH:mm:ss Z")]
  }

  enum TokyoDays: DateSource {
    static let formats: [DateFormat] = [
      .day(timeZone: TimeZone(secondsFromGMT: 9 * 3600) ?? .current)
    ]
  }

  typealias MillisecondText<Value: DateValue> = FormattedDate<MillisecondTexts, Value>
  typealias MailDate<Value: DateValue> = FormattedDate<MailDates, Value>

  typealias TokyoDay<Value: DateValue> = FormattedDate<TokyoDays, Value>

  struct Dates: Codable, Hashable {
    @ISO8601Date var updated: Date
    @ISO8601Date var edited: Date?
    @MillisecondText var measured: Date
    @MailDate var sent: Date
    @SecondsDate var read: Date
    @DayDate var born: Date
    @TokyoDay var opened: Date?
  }

  @Test(arguments: Backend.allCases)
  func `each date has its format`(_ backend: Backend) throws {
    let dates = try backend.keep(
      Dates.self,
      #"""
      {"updated":"1996-12-20T00:39:57Z","measured":"1996-12-20T00:39:57.125Z",
      "sent":"Fri, 27 Dec 2019 22:43:52 +0000","read":978307200,"born":"2001-01-01",
      "opened":"2001-01-01"}
      """#
    )
    #expect(dates.updated == Date(timeIntervalSince1970: 851_042_397))
    #expect(dates.edited == nil)
    #expect(dates.measured == Date(timeIntervalSince1970: 851_042_397.125))
    #expect(dates.sent == Date(timeIntervalSince1970: 1_577_486_632))
    #expect(dates.read == Date(timeIntervalSince1970: 978_307_200))
    #expect(dates.born == dates.read)
    #expect(dates.opened == dates.born - 9 * 3600)
  }

  @Test(arguments: Backend.allCases)
  func `texts with an offset are read`(_ backend: Backend) throws {
    let dates = try backend.decode(
      Dates.self,
      from: #"""
        {"updated":"1996-12-19T16:39:57-08:00","measured":"1996-12-19T16:39:57.125-08:00",
        "sent":"Fri, 27 Dec 2019 22:43:52 -0000","read":978307200.5,"born":"2001-01-01"}
        """#
    )
    #expect(dates.updated == Date(timeIntervalSince1970: 851_042_397))
    #expect(dates.sent == Date(timeIntervalSince1970: 1_577_486_632))
    #expect(dates.read == Date(timeIntervalSince1970: 978_307_200.5))
  }

  struct Photo: Codable, Hashable {
    var data: Data
  }

  @Test(arguments: Backend.allJSON)
  func `data are Base64 in JSON`(_ backend: Backend) throws {
    let photo = try backend.keep(Photo.self, #"{"data":"TWVkbGV5"}"#)
    #expect(photo.data == Data("Medley".utf8))
  }
}
