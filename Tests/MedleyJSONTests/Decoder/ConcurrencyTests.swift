import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import Testing

/// One decoder on many threads at once.
@Suite struct ConcurrencyTests {
  private struct Item: Codable, Equatable {
    var id: Int
    var name: String
    var parts: [Item]
  }

  private static func items(_ count: Int) -> [Item] {
    (0..<count).map { number in
      Item(id: number, name: "item \(number)", parts: [Item(id: -1, name: "é", parts: [])])
    }
  }

  @Test func `many tasks share a decoder`() async throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...32 {
        group.addTask {
          let items = Self.items(task)
          let data = try JSONEncoder().encode(items)
          for round in 0..<20 {
            #expect(try decoder.decode([Item].self, from: data) == items)
            if round % 5 == 0 {
              #expect(throws: DecodingError.self) {
                try decoder.decode([Item].self, from: data.dropLast(3))
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(decoder.reuse.documents <= 8)
  }

  @Test func `options can change while other tasks decode`() async throws {
    struct Picture: Decodable { var imageUrl: String? }
    let decoder = PolymorphicJSONDecoder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<300 {
          decoder.keyDecodingStrategy = round % 2 == 0 ? .convertFromSnakeCase : .useDefaultKeys
          decoder.depthLimit = 512 - round % 7
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            // Either strategy may be used, but the same for the whole call.
            let pictures = try decoder.decode(
              [Picture].self,
              from: #"[{"image_url": "a"}, {"image_url": "b"}, {"image_url": "c"}]"#
            )
            let urls = pictures.map(\.imageUrl)
            #expect(urls == ["a", "b", "c"] || urls == [nil, nil, nil])
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
