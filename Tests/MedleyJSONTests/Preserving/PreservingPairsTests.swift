import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// `Preserving` on each pair of a decoder and an encoder, with generated types and documents.
@Suite struct PreservingPairsTests {
  /// What decodes and encodes.
  enum Coder: CustomStringConvertible, CaseIterable {
    case json, engine, dropIn, xmlPropertyList, binaryPropertyList, payloadValue

    var description: String { backend.map { "\($0)" } ?? "PayloadValue" }

    private var backend: Backend? {
      switch self {
      case .json: .json
      case .engine: .engine
      case .dropIn: .dropIn
      case .xmlPropertyList: .xmlPropertyList
      case .binaryPropertyList: .binaryPropertyList
      case .payloadValue: nil
      }
    }

    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
      if let backend { return try backend.decode(type, from: text) }
      let content = try Backend.json.decode(PayloadValue.self, from: text)
      return try UnknownPayload(tag: nil, content: content).decode(as: type)
    }

    func encode(_ value: some Encodable) throws -> JSONTree {
      if let backend { return try backend.encode(value) }
      return try Backend.json.encode(PayloadValue(encoding: value, userInfo: [:]))
    }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let decoder: Coder
    let encoder: Coder
    var testDescription: String { "\(decoder), \(encoder)" }
  }

  static let pairs = Coder.allCases.flatMap { decoder in
    Coder.allCases.map { Pair(decoder: decoder, encoder: $0) }
  }

  private static func trials(
    _ body: (any PreservedSample.Type, inout PreservedDocuments, UInt64) throws -> Void
  ) rethrows {
    for seed in 0..<UInt64(Thoroughness.rounds(300)) {
      var random = SeededRandom(seed: seed, "types")
      let type = PreservedTypes.random(&random)
      var documents = PreservedDocuments(seed)
      try body(type, &documents, seed)
    }
  }

  @Test(arguments: pairs)
  func `an unchanged value keeps everything`(_ pair: Pair) throws {
    try Self.trials { type, documents, seed in
      func check<Sample: PreservedSample>(_: Sample.Type) throws {
        documents.hasBadElements = true
        let text = Sample.document(&documents)
        let value = try pair.decoder.decode(Preserving<Sample>.self, from: text)
        let difference = try pair.encoder.encode(value).difference(from: JSONTree(parsing: text))
        #expect(difference == nil, "\(Sample.self) from \(text), seed \(seed)")
      }
      try check(type)
    }
  }

  @Test(arguments: pairs)
  func `a changed number changes nothing else`(_ pair: Pair) throws {
    try Self.trials { type, documents, seed in
      func check<Sample: PreservedSample>(_: Sample.Type) throws {
        let text = Sample.document(&documents)
        guard let number = documents.numbers.randomElement(using: &documents.random) else { return }
        var value = try pair.decoder.decode(Preserving<Sample>.self, from: text)
        value.value.replace(number, by: -number)
        let changed = text.replacingOccurrences(of: ":\(number)", with: ":-\(number)")
          .replacingOccurrences(of: "[\(number)", with: "[-\(number)")
          .replacingOccurrences(of: ",\(number)", with: ",-\(number)")
        let difference = try pair.encoder.encode(value).difference(from: JSONTree(parsing: changed))
        #expect(difference == nil, "\(Sample.self) from \(text), \(number), seed \(seed)")
      }
      try check(type)
    }
  }
}
