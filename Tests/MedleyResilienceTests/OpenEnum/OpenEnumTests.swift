import Medley
import MedleyResilience
import Testing

/// Open enums without coding.
@Suite struct OpenEnumTests {
  enum Genre: String, CaseIterable {
    case sciFi = "SCI_FI"
    case drama = "DRAMA"

    var title: String { self == .sciFi ? "Science fiction" : "Drama" }
    var year: Int? { self == .drama ? -500 : nil }
  }

  /// An enum that isn't Equatable, with a raw value that isn't Sendable.
  struct Plain: RawRepresentable {
    var rawValue: [Int]

    init?(rawValue: [Int]) {
      guard rawValue.count == 2 else { return nil }
      self.rawValue = rawValue
    }
  }

  @Test func `a raw value makes its case and any other is kept`() throws {
    let drama = OpenEnum<Genre>(rawValue: "DRAMA")
    let western = OpenEnum<Genre>(rawValue: "WESTERN")
    guard case .known(.drama) = drama, case .unknown("WESTERN") = western else {
      Issue.record("\(drama), \(western)")
      return
    }
    #expect([drama.rawValue, western.rawValue] == ["DRAMA", "WESTERN"])
    #expect([drama.known, western.known] == [.drama, nil])
  }

  @Test(arguments: ["drama", "DRAMA ", "", "0"])
  func `a raw value in another spelling is unknown`(_ raw: String) {
    #expect(OpenEnum<Genre>(rawValue: raw).known == nil)
    #expect(OpenEnum<Genre>(rawValue: raw).rawValue == raw)
  }

  @Test(arguments: ["SCI_FI", "DRAMA", "WESTERN"])
  func `a switch over it is exhaustive`(_ raw: String) {
    func name(_ genre: OpenEnum<Genre>) -> String {
      switch genre {
      case .known(.sciFi): "sciFi"
      case .known(.drama): "drama"
      case .unknown(let raw): raw
      }
    }
    let names = ["SCI_FI": "sciFi", "DRAMA": "drama"]
    #expect(name(OpenEnum(rawValue: raw)) == names[raw, default: raw])
  }

  @Test func `reads members of the enum, which are nil for an unknown value`() {
    let known = OpenEnum<Genre>.known(.sciFi)
    let unknown = OpenEnum<Genre>.unknown("WESTERN")
    #expect(known.title == "Science fiction")
    #expect(unknown.title == nil)
    #expect(OpenEnum<Genre>.known(.drama).year == .some(-500))
    #expect(unknown.title ?? unknown.rawValue == "WESTERN")
  }

  @Test func `lists the known cases in order`() {
    #expect(OpenEnum<Genre>.allKnown == [.known(.sciFi), .known(.drama)])
    #expect(OpenEnum<Genre>.allKnown.map(\.title) == ["Science fiction", "Drama"])
  }

  @Test func `equals values with the same raw value`() {
    #expect(OpenEnum<Genre>.known(.drama) == OpenEnum(rawValue: "DRAMA"))
    #expect(OpenEnum<Genre>.unknown("DRAMA") == .known(.drama))
    #expect(OpenEnum<Genre>.unknown("DRAMA").hashValue == OpenEnum<Genre>.known(.drama).hashValue)
    #expect(OpenEnum<Genre>.unknown("NOIR") != .unknown("WESTERN"))
    #expect(OpenEnum<Genre>.unknown("NOIR") != .known(.drama))
  }

  @Test func `compares with a plain case`() {
    let genre = OpenEnum<Genre>.known(.drama)
    let unknown = OpenEnum<Genre>.unknown("WESTERN")
    #expect(genre == .drama)
    #expect(genre != .sciFi)
    #expect(!(genre == .sciFi))
    #expect(!(genre != .drama))
    #expect(unknown != .drama)
    #expect(!(unknown == .sciFi))
  }

  @Test func `works in sets and as a key`() {
    let genres: Set<OpenEnum<Genre>> = [.known(.drama), .unknown("DRAMA"), .unknown("NOIR")]
    #expect(genres.count == 2)
    #expect(genres.contains(.known(.drama)))
    let counts: [OpenEnum<Genre>: Int] = [.known(.sciFi): 1, .unknown("NOIR"): 2]
    #expect(counts[.known(.sciFi)] == 1)
    #expect(counts[OpenEnum(rawValue: "NOIR")] == 2)
    #expect(counts[.known(.drama)] == nil)
  }

  @Test func `an unknown value equals a later case with its raw value`() {
    #expect(OpenEnum<Genre>.unknown("DRAMA").known == .drama)
  }

  @Test func `supports every enum with a raw value`() throws {
    let pair = OpenEnum<Plain>(rawValue: [1, 2])
    #expect(pair.known?.rawValue == [1, 2])
    #expect(OpenEnum<Plain>(rawValue: []).known == nil)
    #expect(OpenEnum<Plain>(rawValue: []) == .unknown([]))
  }

  @Test func `describes its raw value`() {
    #expect("\(OpenEnum<Genre>.known(.sciFi))" == "sciFi")
    #expect("\(OpenEnum<Genre>.unknown("NOIR"))" == "unknown(NOIR)")
  }

  @Test func `is Sendable if the enum is`() async {
    func sent<Value: Sendable>(_ value: Value) async -> Value {
      await Task.detached { value }.value
    }
    let genre = OpenEnum<Genre>.unknown("NOIR")
    #expect(await sent(genre) == genre)
  }

  @Test func `generic code can use an open enum`() {
    func known<Known>(_ values: [OpenEnum<Known>]) -> [Known] {
      values.compactMap(\.known)
    }
    #expect(known([OpenEnum<Genre>.known(.drama), .unknown("NOIR")]) == [.drama])
  }

  @Test func `a case is a pattern without .known`() {
    func number(_ genre: OpenEnum<Genre>?) -> Int {
      switch genre {
      case .sciFi?: 1
      case .known(.drama)?: 2
      case "NOIR": 3
      default: 0
      }
    }
    #expect(number(OpenEnum(.sciFi)) == 1)
    #expect(number(.unknown("SCI_FI")) == 1)
    #expect(number(.known(.drama)) == 2)
    #expect(number(.unknown("NOIR")) == 3)
    #expect(number(.unknown("WESTERN")) == 0)
    #expect(number(nil) == 0)
  }

  @Test func `literals of raw values make open enums`() {
    enum Level: Int {
      case low = 1
    }
    let genres: [OpenEnum<Genre>] = ["DRAMA", "NOIR"]
    #expect(genres.map(\.known) == [.drama, nil])
    #expect(genres.map(\.rawValue) == ["DRAMA", "NOIR"])
    let levels: [OpenEnum<Level>] = [1, 7]
    #expect(levels.map(\.known) == [.low, nil])
    #expect(levels[1] == .unknown(7))
  }
}
