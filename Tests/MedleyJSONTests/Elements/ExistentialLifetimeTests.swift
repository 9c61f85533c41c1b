import Foundation
import Medley
import MedleyBase
import MedleyJSON
import TestSupport
import Testing

/// Payloads are released exactly once, at the right time.
@Suite(.onEachEngine) struct ExistentialLifetimeTests {
  private protocol Media { var tokens: [Token] { get } }

  /// The number of tokens.
  private final class Ledger: Sendable {
    private let counts = Lock((made: 0, gone: 0))
    var made: Int { counts.withLock { $0.made } }
    var alive: Int { counts.withLock { $0.made - $0.gone } }

    func add() { counts.withLock { $0.made += 1 } }
    func remove() { counts.withLock { $0.gone += 1 } }
  }

  /// An object that is counted.
  private final class Token: Decodable, Sendable {
    let ledger: Ledger
    let name: String

    init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
      let key = try #require(CodingUserInfoKey(rawValue: "ledger"))
      ledger = try #require(decoder.userInfo[key] as? Ledger)
      ledger.add()
      // Errors come after values that must be released.
      if name == "bad" {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
      }
    }

    deinit { ledger.remove() }
  }

  private struct Inline: Decodable, Media {
    var token: Token
    var tokens: [Token] { [token] }
  }

  private struct Boxed: Decodable, Media {
    var first: Token
    var name: String
    var token: Token
    var list: [Token]
    var tokens: [Token] { [first, token] + list }
  }

  private struct Vector: Decodable, Media {
    var lanes: SIMD4<Float>
    var token: Token
    var tokens: [Token] { [token] }

    private enum CodingKeys: CodingKey { case first, token }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // One more, which isn't kept.
      let first = try container.decode(Token.self, forKey: .first)
      lanes = SIMD4(repeating: Float(first.name.utf8.count))
      token = try container.decode(Token.self, forKey: .token)
    }
  }

  private enum Either: Decodable, Media {
    case one(Token)
    case many([Token], Token)

    private enum CodingKeys: CodingKey { case token, list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let token = try container.decode(Token.self, forKey: .token)
      let list = try container.decodeIfPresent([Token].self, forKey: .list)
      self = list.map { .many($0, token) } ?? .one(token)
    }

    var tokens: [Token] {
      switch self {
      case .one(let token): [token]
      case .many(let tokens, let token): tokens + [token]
      }
    }
  }

  private final class Reference: Decodable, Media {
    let token: Token
    var tokens: [Token] { [token] }
  }

  /// Not a `Media`, so it is released when the cast fails.
  private struct Stray: Decodable { var token: Token }

  private func decoder(_ ledger: Ledger, keeps: Bool = false) throws -> any EngineDecoding {
    var registry = PolymorphicRegistry<any Media>(
      "type",
      [
        "INLINE": Inline.self, "BOXED": Boxed.self, "VECTOR": Vector.self, "EITHER": Either.self,
        "REFERENCE": Reference.self, "STRAY": Stray.self,
      ]
    )
    registry.policies.malformed = keeps ? .keep : .throw
    let decoder = Engine.current.decoder(registry)
    decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "ledger"))] = ledger
    return decoder
  }

  private static let types = ["INLINE", "BOXED", "VECTOR", "EITHER", "REFERENCE"]

  /// Elements with a number of tokens that are kept.
  private static func element(_ type: String, _ token: String = "good") -> String {
    #"{"type":"\#(type)","first":"f","name":"a name on the heap","token":"\#(token)","list":["l"]}"#
  }

  private static let feed = (0..<5).flatMap { _ in types.map { element($0) } }
  private static let tokensOfFeed = 5 * (1 + 3 + 1 + 2 + 1)
  private static func text(_ elements: [String]) -> String {
    "[\(elements.joined(separator: ","))]"
  }

  private typealias Feed = [Polymorphic<any Media>]

  @Test func `released values don't leak`() throws {
    let ledger = Ledger()
    let decoder = try decoder(ledger)
    for _ in 0..<4 {
      var feed = try decoder.decode(Feed.self, from: Self.text(Self.feed))
      #expect(ledger.alive == Self.tokensOfFeed)
      #expect(feed.known.flatMap(\.tokens).allSatisfy { ["good", "f", "l"].contains($0.name) })
      let copy = feed
      feed.removeAll { $0.known is Boxed }
      #expect(ledger.alive == Self.tokensOfFeed)
      #expect(copy.count == 25 && feed.count == 20)
    }
    #expect(ledger.alive == 0)
    #expect(ledger.made == 4 * (Self.tokensOfFeed + 5))
  }

  @Test func `a value outlives its feed and its decoder`() throws {
    let ledger = Ledger()
    var kept: [any Media] = []
    do {
      let decoder = try decoder(ledger)
      let feed = try decoder.decode(Feed.self, from: Self.text(Self.feed))
      kept = feed.known.suffix(5)
    }
    #expect(ledger.alive == 8)
    #expect(kept.flatMap(\.tokens).count == 8)
    while !kept.isEmpty { kept.removeFirst() }
    #expect(ledger.alive == 0)
  }

  @Test(arguments: Self.types)
  func `an error releases the values before it`(_ type: String) throws {
    let ledger = Ledger()
    let decoder = try decoder(ledger)
    for round in 0..<3 {
      for place in [0, 1, 2, 7, 24] {
        var elements = Self.feed
        elements.insert(Self.element(type, "bad"), at: place)
        #expect(throws: DecodingError.self) {
          try decoder.decode(Feed.self, from: Self.text(elements))
        }
        #expect(ledger.alive == 0, "\(place) in round \(round)")
      }
      _ = try decoder.decode(Feed.self, from: Self.text(Self.feed))
    }
    #expect(ledger.alive == 0)
  }

  @Test func `kept elements don't leak their failed payloads`() throws {
    let ledger = Ledger()
    let decoder = try decoder(ledger, keeps: true)
    let elements = Self.feed + Self.types.map { Self.element($0, "bad") }
    for _ in 0..<3 {
      let feed = try decoder.decode(Feed.self, from: Self.text(elements + Self.feed))
      #expect(feed.known.count == 50)
      #expect(ledger.alive == 2 * Self.tokensOfFeed)
      // Used last, so that it is alive until here.
      #expect(feed.unknown.count == 5)
    }
    #expect(ledger.alive == 0)
  }

  @Test func `a payload that isn't a value of the base is released`() throws {
    let ledger = Ledger()
    let decoder = try decoder(ledger)
    for _ in 0..<3 {
      #expect(throws: RegistrationError.self) {
        try decoder.decode(Feed.self, from: Self.text(Self.feed + [Self.element("STRAY")]))
      }
      #expect(ledger.alive == 0)
    }
  }

  @Test func `many tasks decode at once`() async throws {
    let ledger = Ledger()
    for _ in 0..<20 {
      let decoder = try decoder(ledger)
      try await withThrowingTaskGroup(of: [String].self) { group in
        for task in 0..<8 {
          group.addTask {
            let elements = task % 2 == 0 ? Self.feed : Self.feed.reversed()
            let feed = try decoder.decode(Feed.self, from: Self.text(elements))
            return feed.known.flatMap(\.tokens).map(\.name).sorted()
          }
        }
        for try await names in group {
          #expect(names.count == Self.tokensOfFeed)
          #expect(names.count { $0 == "good" } == 25)
        }
      }
    }
    #expect(ledger.alive == 0)
    #expect(ledger.made == 20 * 8 * (Self.tokensOfFeed + 5))
  }
}
