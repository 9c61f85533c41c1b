import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Documents of a hundred megabytes.
@Suite(.serialized, .enabled(if: Thoroughness.isFull, "MEDLEY_THOROUGH isn't set."))
struct VastDocumentTests {
  private let decoder = PolymorphicJSONDecoder()

  /// Fifty fields, of which the documents have one in two.
  private struct Fifty: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
      case k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19
      case k20, k21, k22, k23, k24, absent0, absent1, absent2, absent3, absent4, absent5, absent6
      case absent7, absent8, absent9, absent10, absent11, absent12, absent13, absent14, absent15
      case absent16, absent17, absent18, absent19, absent20, absent21, absent22, absent23, absent24
    }

    var found: [Int] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      for key in CodingKeys.allCases {
        if let value = try container.decodeIfPresent(Int.self, forKey: key) { found.append(value) }
      }
    }
  }

  @Test func `decodes a string of a hundred megabytes`() throws {
    let count = 100_000_000
    var bytes: [UInt8] = [0x22]
    bytes += repeatElement(UInt8(ascii: "a"), count: count)
    bytes.append(0x22)
    #expect(try decoder.decode(String.self, from: bytes).utf8.count == count)
    // The same with an escape at its end.
    bytes.removeLast()
    bytes += Array(#"\u00e9""#.utf8)
    let string = try decoder.decode(String.self, from: bytes)
    #expect(string.utf8.count == count + 2 && string.last == "é")
    bytes.removeLast()
    let error = #expect(throws: DecodingError.self) { try decoder.decode(String.self, from: bytes) }
    #expect(error?.jsonError?.offset == bytes.count)
  }

  @Test func `decodes fifty fields of an object with a million keys`() throws {
    let members = (0..<1_000_000).reversed().map { "\"k\($0)\":\($0)" }
    let text = "{\(members.joined(separator: ","))}"
    #expect(try decoder.decode(Fifty.self, from: text).found == Array(0..<25))
    #expect(try decoder.decode([String: Int].self, from: text).count == 1_000_000)
    #expect(try decoder.decode(UnknownPayload.self, from: text).content["k7"] == 7)
  }

  @Test func `decodes a key that is repeated a million times`() throws {
    for key in ["k3", "k\\u0033", "other"] {
      let members = (0..<1_000_000).map { "\"\(key)\":\($0)" }
      let text = "{\(members.joined(separator: ","))}"
      #expect(try decoder.decode(Fifty.self, from: text).found == (key == "other" ? [] : [0]))
      #expect(try decoder.decode([String: Int].self, from: text).map(\.value) == [0])
      #expect(try decoder.decode(PayloadValue.self, from: text)[0] == nil)
    }
  }

  @Test func `drops a million invalid elements of a lossy array`() throws {
    let text = "[\(String(repeating: "\"x\",", count: 999_999))1]"
    let (values, report) = try decoder.decodeLossy([Int].self, from: text)
    #expect(values == [1])
    #expect(report.issues.count == 999_999)
    #expect(report.issues.last?.codingPath.first?.intValue == 999_998)
  }
}
