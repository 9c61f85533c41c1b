import Foundation
import Medley
import TestSupport
import Testing

/// Each failed attempt on a member opened the object again, in a time that grows with its members.
@Suite struct FailedAttemptsTests {
  private struct Attributes: Codable, Sendable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var texts = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys {
        if (try? container.decode(Bool.self, forKey: key)) != nil { continue }
        if (try? container.decode(Double.self, forKey: key)) != nil { continue }
        if (try? container.nestedUnkeyedContainer(forKey: key)) != nil { continue }
        _ = try container.decode(String.self, forKey: key)
        texts += 1
      }
    }
  }

  // An object that is opened for each attempt takes far more than a minute.
  @Test(arguments: [Backend.json, .binaryPropertyList])
  func `many members that are tried take a time in proportion`(_ backend: Backend) throws {
    let count = 20_000
    var members = ["type": "ATTRIBUTES"]
    for number in 0..<count { members["key\(number)"] = "text" }
    let registry = PolymorphicRegistry<any Sendable>("type", ["ATTRIBUTES": Attributes.self])
    let data = try backend.encoded([members])
    let (feed, seconds) = try ProcessorTime.measuring {
      try backend.decode([Polymorphic<any Sendable>].self, fromEncoded: data) {
        $0.register(registry)
      }
    }
    #expect(seconds < 60)
    let attributes = try #require(feed.first?.known as? Attributes)
    #expect(attributes.texts == count + 1)
  }
}
