import Foundation
import Medley
import MedleyFoundation
import MedleyJSON

/// The keys of an object that a decoder shows, or those of `asked` that it finds.
struct ConvertedKeys: Decodable, Equatable {
  @TaskLocal static var asked: Set<String>?

  let keys: Set<String>

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    keys =
      Self.asked?.filter { container.contains(Key(stringValue: $0)) }
      ?? Set(container.allKeys.map(\.stringValue))
  }
}

/// The keys of an object, converted by the engine, by `JSONDecoder` and in a kept payload.
struct KeyChecking {
  private let document: [UInt8]

  init(_ document: [UInt8]) {
    self.document = document
  }

  func run() {
    let engine = PolymorphicJSONDecoder()
    engine.keyDecodingStrategy = .convertFromSnakeCase
    guard DocumentShape(document)?.isComparable == true,
      let keys = try? engine.decode(ConvertedKeys.self, from: document)
    else { return }
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let others = try? foundation.decode(ConvertedKeys.self, from: Data(document))
    expectEqual(keys, others, document, "keys")

    let element = Array("[".utf8) + document + Array("]".utf8)
    foundation.userInfo.register(Registries.empty)
    guard let feed = try? foundation.decode(Feed.self, from: Data(element)),
      let payload = feed.elements.unknown.first
    else { return }
    // `allKeys` of a kept payload has the original keys: types find theirs by name.
    let found = ConvertedKeys.$asked.withValue(keys.keys) {
      try? payload.decode(as: ConvertedKeys.self)
    }
    expectEqual(keys, found, document, "keys of a payload")
  }
}
