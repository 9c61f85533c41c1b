import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Documents that are made to be slow or to exceed limits.
///
/// A cost that grows with the square of their size exceeds the limit of processor time.
@Suite(.onEachEngine) struct HostileDocumentTests {
  private let decoder = Engine.current.decoder()

  private func expectingLinearTime(
    at location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws {
    let seconds = try ProcessorTime.measuring(body).seconds
    #expect(seconds < 60, sourceLocation: location)
  }

  /// Decodes fifty members.
  private struct Wide: Decodable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var found: [Int] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for index in 0..<50 {
        let key = Key(stringValue: "key\(index * 1000)")
        if let value = try container.decodeIfPresent(Int.self, forKey: key) { found.append(value) }
        _ = container.contains(Key(stringValue: "absent\(index)"))
      }
    }
  }

  @Test(arguments: HostileDocuments.allCases)
  func `decodes deep, wide and repetitive documents`(_ document: HostileDocuments) throws {
    try expectingLinearTime {
      let bytes = document.bytes(Thoroughness.rounds(60_000))
      let value = try decoder.decode(PlainValue.self, from: bytes)
      #expect(value.count > 0)
      for padding in Padding.allCases {
        _ = try decoder.decode(Ignored.self, from: bytes + padding.bytes)
      }
      #expect(try decoder.decode(PlainValue.self, from: bytes + Padding.spaces.bytes) == value)
    }
  }

  /// Decodes and counts all values inside a value.
  private struct PlainValue: Decodable, Equatable {
    var count = 1

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: Wide.Key.self) {
        for key in container.allKeys {
          count += try container.decode(PlainValue.self, forKey: key).count
        }
      } else if var container = try? decoder.unkeyedContainer() {
        while !container.isAtEnd { count += try container.decode(PlainValue.self).count }
      } else {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
          count += string.utf8.count
        } else {
          _ = try container.decode(Double.self)
        }
      }
    }
  }

  @Test(arguments: [
    (HostileDocuments.manyKeys, 50), (.sameKey, 0), (.similarKeys, 0), (.escapedKeys, 0),
  ])
  func `finds fifty keys among very many members`(
    _ document: HostileDocuments,
    _ count: Int
  ) throws {
    try expectingLinearTime {
      let bytes = document.bytes(Thoroughness.isFull ? 4_000_000 : 1_000_000)
      let wide = try decoder.decode(Wide.self, from: bytes)
      #expect(wide.found.count == count)
    }
  }

  @Test func `finds the first of a key that is repeated many times`() throws {
    try expectingLinearTime {
      struct Page: Decodable {
        var key: Int
        var first: Int
      }
      let members = (0..<100_000).map { "\"key\":\($0 + 7),\"f\\u0069rst\":\($0)" }
      let page = try decoder.decode(Page.self, from: "{\(members.joined(separator: ","))}")
      #expect(page.key == 7)
      #expect(page.first == 0)
    }
  }

  @Test func `refuses a hundred thousand levels in linear time`() throws {
    try expectingLinearTime {
      for part in ["[", "{\"a\":", "[[],", "{\"a\":{},\"b\":"] {
        let text = String(repeating: part, count: 100_000)
        #expect(throws: DecodingError.self) { try decoder.decode(Ignored.self, from: text) }
      }
    }
  }

  @Test func `locates many errors of a list in linear time`() throws {
    try expectingLinearTime {
      let count = 100_000
      let elements = (0..<count).map { $0 % 3 == 0 ? "\"x\"" : "\($0)" }
      let json = "{\"list\": [\(elements.joined(separator: ","))]}"
      let (lists, report) = try DecodingReport.collecting {
        try decoder.decode([String: Lossy<[Int]>].self, from: json)
      }
      #expect(lists["list"]?.wrappedValue.count == count - (count + 2) / 3)
      #expect(report.issues.count == (count + 2) / 3)
      #expect(report.issues.last?.codingPath.map(\.stringValue) == ["list", "Index 99999"])
      #expect(
        report.issues.dropFirst().first?.codingPath.map(\.stringValue) == ["list", "Index 3"]
      )
    }
  }

  @Test func `locates errors in members, lines and nested lists in linear time`() throws {
    try expectingLinearTime {
      let count = 30_000
      let members = (0..<count).map { "\"key\($0)\":\"x\"" }
      let object = "{\(members.joined(separator: ",\n"))}"
      let (numbers, report) = try DecodingReport.collecting {
        try decoder.decode(Lossy<[String: Int]>.self, from: object)
      }
      #expect(numbers.wrappedValue.isEmpty)
      #expect(report.issues.count == count)

      // Scalars between lists, whose distances to the list around them differ.
      let lists =
        "[\((0..<count).map { $0 % 2 == 0 ? "[true,true]" : "true" }.joined(separator: ","))]"
      let (rows, faults) = try DecodingReport.collecting {
        try decoder.decode(Lossy<[Lossy<[Int]>]>.self, from: lists)
      }
      #expect(rows.wrappedValue.count >= count / 2)
      #expect(
        faults.issues.last?.codingPath.map(\.stringValue) == ["Index \(count - 1)"]
      )
    }
  }
}
