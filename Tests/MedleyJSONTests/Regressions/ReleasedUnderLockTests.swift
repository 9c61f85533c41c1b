import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Values of the app were released under a lock: a `deinit` that led back to it stopped the program.
@Suite struct ReleasedUnderLockTests {
  /// An object that calls a function when it goes.
  final class Witness: Sendable {
    private let leave: @Sendable () -> Void

    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { leave() }
  }

  static var key: CodingUserInfoKey {
    get throws { try #require(CodingUserInfoKey(rawValue: "witness")) }
  }

  // MARK: - Settings

  static let decoderChanges: [@Sendable (PolymorphicJSONDecoder) throws -> Void] = [
    { $0.userInfo = [:] }, { $0.userInfo[try key] = nil }, { $0.userInfo[try key] = Witness {} },
  ]

  @Test(arguments: decoderChanges.indices)
  func `a value may use its decoder when it is replaced`(_ index: Int) async throws {
    let decoder = PolymorphicJSONDecoder()
    try await confirmation { confirmation in
      decoder.userInfo[try Self.key] = Witness { [unowned decoder] in
        confirmation()
        decoder.depthLimit = decoder.userInfo.isEmpty ? 7 : 8
        #expect((try? decoder.decode([Int].self, from: "[1]")) == [1])
      }
      try Self.decoderChanges[index](decoder)
    }
    #expect(try decoder.decode([Int].self, from: "[1]") == [1])
    #expect(decoder.depthLimit == (decoder.userInfo.isEmpty ? 7 : 8))
  }

  static let encoderChanges: [@Sendable (PolymorphicJSONEncoder) throws -> Void] = [
    { $0.userInfo = [:] }, { $0.userInfo[try key] = nil }, { $0.userInfo[try key] = Witness {} },
  ]

  @Test(arguments: encoderChanges.indices)
  func `a value may use its encoder when it is replaced`(_ index: Int) async throws {
    let encoder = PolymorphicJSONEncoder()
    try await confirmation { confirmation in
      encoder.userInfo[try Self.key] = Witness { [unowned encoder] in
        confirmation()
        encoder.outputFormatting = encoder.userInfo.isEmpty ? [] : [.sortedKeys]
        #expect((try? encoder.encode([1])) == Data("[1]".utf8))
      }
      try Self.encoderChanges[index](encoder)
    }
    #expect(try encoder.encode([1]) == Data("[1]".utf8))
  }

  private static func decodeDates(keeping witness: Witness) -> JSONDecoder.DateDecodingStrategy {
    .custom { _ in withExtendedLifetime(witness) { Date() } }
  }

  @Test func `a function of a strategy may use its decoder when it is replaced`() async {
    let decoder = PolymorphicJSONDecoder()
    await confirmation { confirmation in
      decoder.dateDecodingStrategy = Self.decodeDates(
        keeping: Witness { [unowned decoder] in
          confirmation()
          decoder.userInfo = [:]
        }
      )
      decoder.dateDecodingStrategy = .iso8601
    }
  }

  // MARK: - Registries

  private static func registry<Base: Codable & Sendable>(
    of base: Base.Type,
    _ leave: @escaping @Sendable () -> Void
  ) throws -> PolymorphicRegistry<Base> {
    let witness = Witness(leave)
    var registry = PolymorphicRegistry<Base>("type")
    try registry.register(Base.self, for: "a") { value in withExtendedLifetime(witness) { value } }
    return registry
  }

  struct First: Codable {}
  struct Second: Codable {}

  @Test func `a registry may make a decoder when it is released`() async throws {
    try await confirmation { confirmation in
      do {
        let registry = try Self.registry(of: First.self) {
          confirmation()
          let decoder = PolymorphicJSONDecoder(PolymorphicRegistry<Second>("type"))
          #expect((try? decoder.decode([Int].self, from: "[1]")) == [1])
        }
        _ = PolymorphicJSONDecoder(registry)
      }
      // The settings and the documents with the registry go one after the other.
      for _ in 0..<20 {
        var other = PolymorphicRegistry<Second>("type")
        try other.register(Second.self, for: "b")
        _ = try PolymorphicJSONDecoder(other).decode([Int].self, from: "[1]")
      }
    }
  }

  struct Installed: Codable {}
  struct AlsoInstalled: Codable {}

  @Test func `a registry may install another one when it is replaced`() async throws {
    try await confirmation { confirmation in
      try Self.registry(of: Installed.self) {
        confirmation()
        #expect((try? PolymorphicRegistry<AlsoInstalled>("type").install()) != nil)
      }.install()
      try PolymorphicRegistry<Installed>("kind").install()
    }
    #expect(PolymorphicRegistry<AlsoInstalled>.installed != nil)
  }

  // MARK: - Reports

  final class Failure: Error {
    deinit {
      // It reports an issue to the collector of the call that releases this.
      let list = try? PolymorphicJSONDecoder().decode(Lossy<[Int]>.self, from: #"["x"]"#)
      #expect(list?.wrappedValue == [])
    }
  }

  struct Bad: Codable {
    init() {}
    init(from decoder: any Decoder) throws { throw Failure() }
    func encode(to encoder: any Encoder) {}
  }

  struct Page: Decodable {
    @Lossy var bad: [Bad]
    var title: String
  }

  struct Pages: Decodable {
    @Lossy var pages: [Page]
  }

  @Test(arguments: Backend.allCases)
  func `an error may decode when its issue is removed`(_ backend: Backend) throws {
    // The first list drops its element; then the page fails, and its issue is removed.
    let json = #"{"pages":[{"bad":[1,2]},{"bad":[],"title":"b"},{"bad":[3],"title":"c"}]}"#
    let (pages, report) = try DecodingReport.collecting {
      try backend.decode(Pages.self, from: json).pages
    }
    #expect(pages.map(\.title) == ["b", "c"])
    #expect(report.issues.map(\.recoveredPath.last?.stringValue).contains("Index 0"))
  }
}
