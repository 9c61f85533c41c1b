import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// What stands in for invalid values stood in for values that were still arriving, so that complete
/// ones disappeared from snapshots.
@Suite struct GrowingFallbackTests {
  enum Mood: String, Codable, Hashable { case calm, calmer }

  /// Returns the different snapshots of a document that comes byte by byte, as far as there are any.
  private func snapshots<Value: Decodable & Equatable>(
    of type: Value.Type,
    _ text: String
  ) throws -> [Value] {
    var partial = PartialDecoder(type, using: PolymorphicJSONDecoder())
    var snapshots: [Value] = []
    for byte in text.utf8 {
      partial.append([byte])
      guard let snapshot = try partial.snapshot(), snapshot != snapshots.last else { continue }
      snapshots.append(snapshot)
    }
    #expect(try partial.finish() == snapshots.last)
    return snapshots
  }

  // MARK: - Lossy

  struct Numbers: Decodable, Equatable { @Lossy var numbers: [Int] }

  @Test func `a lossy list keeps its elements while the next one arrives`() throws {
    let snapshots = try snapshots(of: Numbers.self, #"{"numbers":[1,"xy",{"a":[2]},3]}"#)
    #expect(snapshots.map(\.numbers) == [[], [1], [1, 3]])
    let lists = try self.snapshots(of: Lossy<[[Int]]>.self, #"[[1,"x"],"y",[2,"z"]]"#)
    #expect(lists.last?.wrappedValue == [[1], [2]])
    #expect(lists.map(\.wrappedValue.count) == lists.map(\.wrappedValue.count).sorted())
  }

  struct Post: Decodable, Equatable {
    var title: String
    var moods: [Mood]
  }

  struct Posts: Decodable, Equatable { @Lossy var posts: [Post] }

  @Test func `an element of a lossy list keeps what has come of it`() throws {
    let text = #"{"posts":[{"title":"a","moods":["calm","calmer"]}]}"#
    let snapshots = try snapshots(of: Posts.self, text)
    #expect(snapshots.map { $0.posts.first?.moods } == [nil, [], [.calm], [.calm, .calmer]])
  }

  struct Moods: Decodable, Equatable { @Lossy var moods: [String: [Mood]] }

  @Test func `a lossy dictionary keeps its values while the next one arrives`() throws {
    let text = #"{"moods":{"a":["calm","calmer"],"b":["calm"],"c":"calm"}}"#
    let expected: [[String: [Mood]]] = [
      [:], ["a": []], ["a": [.calm]], ["a": [.calm, .calmer]], ["a": [.calm, .calmer], "b": []],
      ["a": [.calm, .calmer], "b": [.calm]],
    ]
    #expect(try snapshots(of: Moods.self, text).map(\.moods) == expected)
  }

  struct Rest: Decodable, Equatable {
    @Lossy var mood: Mood?
    @Lossy var moods: Set<Mood>
  }

  @Test func `a lossy member is nil until it is complete`() throws {
    let snapshots = try snapshots(of: Rest.self, #"{"mood":"calmer","moods":["calm","calmer"]}"#)
    #expect(snapshots.map(\.mood) == [nil, .calmer, .calmer, .calmer])
    #expect(snapshots.map(\.moods) == [[], [], [.calm], [.calm, .calmer]])
  }

  // MARK: - Scalars

  struct Scalars: Decodable, Equatable {
    @Lossless var id: Int?
    var liked: LenientBool?
  }

  @Test func `a number or Boolean in a string is shown when the string is complete`() throws {
    let snapshots = try snapshots(of: Scalars.self, #"{"id":"1234","liked":"no"}"#)
    #expect(snapshots.map(\.id) == [nil, 1234, 1234])
    #expect(snapshots.map { $0.liked?.wrappedValue } == [nil, nil, false])
    let ids = try self.snapshots(of: Lossless<[Int]>.self, #"["12","34"]"#)
    #expect(ids.map(\.wrappedValue) == [[], [12], [12, 34]])
  }

  enum Dates: DateSource {
    static let formats: [DateFormat] = [.day]
    static let fallback: Date? = .distantPast
  }

  struct Event: Decodable, Equatable { @FormattedDate<Dates, Date?> var day: Date? }

  @Test func `a fallback date doesn't stand in for one that arrives`() throws {
    let day = Date(timeIntervalSince1970: 1_704_153_600)
    #expect(try snapshots(of: Event.self, #"{"day":"2024-01-02"}"#).map(\.day) == [nil, day])
    #expect(try snapshots(of: Event.self, #"{"day":"soon"}"#).map(\.day) == [nil, .distantPast])
  }
}
