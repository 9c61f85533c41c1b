import Foundation
import Medley
import TestSupport
import Testing

/// On Foundation's decoders, a tag of a wrong kind was read twice as text, and a payload's member
/// that failed was read again for its error.
@Suite struct RepeatedReadingTests {
  typealias Counts = CountingDecoder.Counts

  enum Item: PolymorphicEnum {
    case song(Song)
    static let registry = PolymorphicRegistry<Item>(
      "type",
      policies: .init(unknown: .throw)
    ) { registry in
      try registry.register(for: "SONG", as: Item.song)
    }
  }

  /// The error of an element, and the requests to its decoder.
  private struct Failure<Value: Decodable>: Decodable {
    let error: DecodingError?
    let counts: Counts

    init(from decoder: any Decoder) throws {
      let counter = CountingDecoder.Counter()
      do {
        _ = try Value(from: CountingDecoder(decoder, counter, isTransparent: true))
        error = nil
      } catch {
        self.error = error as? DecodingError
      }
      counts = counter.counts
    }
  }

  private static var registry: PolymorphicRegistry<any Media> {
    PolymorphicRegistry("type", ["SONG": Song.self], policies: .init(unknown: .throw))
  }

  private static let backends: [Backend] = [.json, .xmlPropertyList, .binaryPropertyList]

  private func failures(_ text: String, on backend: Backend) throws -> [[DecodingError?]] {
    [
      try failures(of: Polymorphic<any Media>.self, text, on: backend).map(\.error),
      try failures(of: Item.self, text, on: backend).map(\.error),
    ]
  }

  private func failures<Value: Decodable>(
    of type: Value.Type,
    _ text: String,
    on backend: Backend
  ) throws -> [Failure<Value>] {
    try backend.decode([Failure<Value>].self, from: "[\(text)]") { $0.register(Self.registry) }
  }

  private func counts(_ text: String, on backend: Backend) throws -> Set<Counts> {
    let elements = try failures(of: Polymorphic<any Media>.self, text, on: backend).map(\.counts)
    let cases = try failures(of: Item.self, text, on: backend).map(\.counts)
    return Set(elements + cases)
  }

  // MARK: - Tags

  /// Read as text, and through a decoder of the value as what the error of that says.
  private static let once = Counts(keyedContainers: 1, optionalMembers: 1, members: 1)

  @Test(
    arguments: backends,
    ["7", "-1.0", "true", "1.5", "[]", #"["SONG"]"#, "{}", #"{"a":1}"#]
  )
  func `reads a tag of another kind once as text`(_ backend: Backend, _ tag: String) throws {
    let text = #"{"title":"a","type":\#(tag)}"#
    #expect(try counts(text, on: backend) == [Self.once])
    for error in try failures(text, on: backend).flatMap(\.self) {
      let error = try #require(error)
      #expect(error.place == "[0].type")
      #expect(error.cause != nil)
    }
  }

  @Test(arguments: backends)
  func `describes the value of a wrong kind`(_ backend: Backend) throws {
    let text = #"{"type":[]},{"type":{}},{"type":1.5}"#
    for errors in try failures(text, on: backend) {
      #expect(errors.map { $0?.kind } == [.typeMismatch, .typeMismatch, .typeMismatch])
      let messages = errors.map { $0?.details?.debugDescription ?? "" }
      for (message, kind) in zip(messages, ["an array", "an object", "1.5"]) {
        #expect(message.contains("found \(kind)"))
      }
    }
    for errors in try failures(#"{"type":7},{"type":true}"#, on: backend) {
      #expect(errors.map { $0?.cause?.tag } == [7, true])
    }
  }

  @Test(arguments: backends)
  func `asks for an absent tag once`(_ backend: Backend) throws {
    let absent = Counts(keyedContainers: 1, optionalMembers: 1, keyQuestions: 1)
    #expect(try counts(#"{"title":"a"}"#, on: backend) == [absent])
    #expect(
      try failures("{}", on: backend).flatMap(\.self).map { $0?.kind } == [
        .keyNotFound, .keyNotFound,
      ]
    )
    guard backend == .json else { return }
    #expect(try counts(#"{"type":null}"#, on: backend) == [absent])
  }

  // MARK: - Payloads

  /// The tag, and one member of the payload.
  private static let failed = Counts(keyedContainers: 1, optionalMembers: 1, members: 1)

  @Test(arguments: backends)
  func `reads a failed member of a payload once`(_ backend: Backend) throws {
    let elements = [#""title":7"#, #""other":1"#, #""title":[]"#]
    for member in elements {
      let text = #"{"type":"SONG",\#(member)}"#
      #expect(try counts(text, on: backend) == [Self.failed])
      let alone = try failures(of: Song.self, text, on: backend).first?.error
      let expected = try #require(alone?.details)
      for error in try failures(text, on: backend).flatMap(\.self) {
        let context = try #require(error?.details)
        #expect(error?.kind == alone?.kind)
        #expect(context.debugDescription == expected.debugDescription)
        #expect(context.codingPath.map { "\($0)" } == expected.codingPath.map { "\($0)" })
        #expect((context.underlyingError as? PayloadError)?.tag == "SONG")
      }
    }
  }
}
