import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Every document of every family, decoded as a `PayloadValue`.
@Suite(.onEachEngine) struct TreeTests {
  @Test(arguments: CorpusFile.families)
  func `the engine decodes values as written, in order, and equal to JSONDecoder's`(
    _ family: String
  ) throws {
    var engineOnly: Set<String> = []
    var refused: Set<String> = []
    let files = try CorpusFile.all(of: family)
    for file in files {
      let engine = Result {
        try Engine.current.decoder().decode(PayloadValue.self, from: file.bytes)
      }
      let foundation = Result {
        try JSONDecoder().decode(PayloadValue.self, from: Data(file.bytes))
      }
      guard let tree = file.withoutMark?.tree.asDecoded else {
        // The tree reads UTF-8 alone; the decoder transcodes other encodings.
        if !file.name.contains("utf16"), !file.name.contains("UTF-16"),
          !Engine.current.acceptsCommas(in: file.bytes)
        {
          #expect(throws: DecodingError.self, "\(file.name)") { try engine.get() }
        }
        refused.insert(file.name)
        continue
      }
      let value = try engine.get()
      #expect(value.difference(fromWritten: tree) == nil, "\(file.name)")
      let difference = foundation.map { value.difference(fromFoundation: $0) }
      switch difference {
      case .success(let numbers):
        for number in numbers {
          let isExpected = number.isKeptAsText || Self.equivalentKeys.contains(file.shortName)
          #expect(isExpected, "\(file.name): \(number)")
          engineOnly.insert(file.shortName)
        }
      case .failure:
        engineOnly.insert(file.shortName)
      }
    }
    if family == "conformance" {
      #expect(refused.allSatisfy { !$0.contains("/y_") && !$0.contains("/pass") })
      let expected = Self.beyondDoubles.union(Self.equivalentKeys).union(Self.deep)
      #expect(engineOnly.isSubset(of: expected) && !engineOnly.isEmpty)
      #expect(engineOnly == expected || Corpus.realFolder == nil)
    } else {
      #expect(refused.isSubset(of: CorpusFile.malformed))
      #expect(engineOnly.isEmpty)
      let absent = try CorpusManifest(of: family).files.subtracting(files.map(\.name))
      let parsed = try CorpusManifest(of: family).parsedCount
      #expect(files.count - refused.count + absent.count == parsed)
    }
  }

  /// Documents with numbers that no double, or none exactly, stands for: the engine keeps the text.
  ///
  /// `JSONDecoder` shows the nearest double, or throws where that would be infinite.
  private static let beyondDoubles: Set<String> = [
    "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json",
    "i_number_real_pos_overflow.json", "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
    "number_-9223372036854775809.json", "i_number_double_huge_neg_exp.json",
    "i_number_real_underflow.json", "number_1e-999.json",
  ]

  /// Documents with two spellings of one key, of which `JSONDecoder` shows the first.
  private static let equivalentKeys: Set<String> = [
    "object_key_nfc_nfd.json", "object_key_nfd_nfc.json",
  ]

  /// Documents deeper than the 128 levels that are captured through `JSONDecoder`.
  private static let deep: Set<String> = ["i_structure_500_nested_arrays.json"]
}

extension CorpusFile {
  fileprivate var shortName: String { name.split(separator: "/").last.map(String.init) ?? "" }

  /// The document, also if it begins with a byte order mark, which the tests' parser refuses.
  fileprivate var withoutMark: PlacedTree? {
    guard placed == nil, bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return placed }
    return try? PlacedTree(parsing: Array(bytes.dropFirst(3)))
  }
}
