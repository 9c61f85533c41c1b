import Medley
import MedleyResilience
import TestSupport
import Testing

/// An open enum of a client, which adopts the library without a change for its users.
@Suite struct OwnOpenEnumTests {
  enum Openable<Known: RawRepresentable & Hashable>: ForwardCompatibleEnum
  where Known.RawValue: Codable & Hashable {
    case some(Known)
    case unparsed(rawValue: Known.RawValue)

    static func unknown(_ rawValue: Known.RawValue) -> Openable { .unparsed(rawValue: rawValue) }

    init?(rawValue: Known.RawValue) {
      guard let known = Known(rawValue: rawValue) else { return nil }
      self = .some(known)
    }

    var rawValue: Known.RawValue {
      switch self {
      case .some(let known): known.rawValue
      case .unparsed(let rawValue): rawValue
      }
    }

    var known: Known? { Known(rawValue: rawValue) }
  }

  enum Visibility: String {
    case everyone = "public"
    case direct
  }

  /// A type of a client that refuses some raw values.
  struct Grade: Codable, Equatable {
    enum Known: Int {
      case best = 1
    }

    let rawValue: Int

    var known: Known? { Known(rawValue: rawValue) }

    init(from decoder: any Decoder) throws {
      rawValue = try Int(from: decoder)
      guard (1...6).contains(rawValue) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No grade.")
        )
      }
    }

    func encode(to encoder: any Encoder) throws {
      try rawValue.encode(to: encoder)
    }
  }

  struct Post: Codable, Equatable {
    var visibility: Openable<Visibility>
    var grade: Grade?
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes raw values, known or not`(_ backend: Backend) throws {
    let json = #"[{"visibility":"public","grade":1},{"visibility":"followers","grade":5}]"#
    let posts = try backend.decode([Post].self, from: json)
    #expect(posts.map(\.visibility) == [.some(.everyone), .unparsed(rawValue: "followers")])
    #expect(posts.map(\.visibility.known) == [.everyone, nil])
    #expect(posts.map { $0.grade?.known } == [.best, nil])
    #expect(try backend.encode(posts) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a report counts unknown raw values`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(
        [Post].self,
        from: #"[{"visibility":"direct"},{"visibility":"x","grade":5},{"visibility":"x"}]"#
      )
    }
    #expect(report.isClean)
    #expect(
      report.unknownRawValues == [
        "OwnOpenEnumTests.Openable<OwnOpenEnumTests.Visibility>": ["x": 2]
      ]
    )
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"visibility":7}]"#, DecodingError.Kind.typeMismatch, "[0].visibility"),
      (#"[{"visibility":"x","grade":9}]"#, .dataCorrupted, "[0].grade"),
    ]
  )
  func `a value that the type refuses is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, kind: DecodingError.Kind, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Post].self, from: sample.json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }
}
