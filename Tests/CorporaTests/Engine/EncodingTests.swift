import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Every document of every family, decoded and encoded again.
@Suite(.onEachEngine) struct EncodingTests {
  private protocol Anything: Sendable {}

  @Test(arguments: CorpusFile.families)
  func `the engine writes unknown elements as the bytes that came`(_ family: String) throws {
    let registry = PolymorphicRegistry<any Anything>("type")
    let decoder = Engine.current.decoder(registry)
    let encoder = Engine.current.encoder(registry)
    let sorting = Engine.current.encoder(registry)
    sorting.outputFormatting = [.sortedKeys]
    let indenting = Engine.current.encoder(registry)
    indenting.outputFormatting = [.prettyPrinted, .sortedKeys]
    for file in try CorpusFile.all(of: family) where file.placed != nil {
      guard
        let element = try? decoder.decode(Polymorphic<any Anything>.self, from: file.bytes)
      else { continue }
      let bytes = Data(file.trimmed)
      #expect(try encoder.encode(element) == bytes, "\(file.name)")
      let list = Data("[".utf8) + bytes + Data(",".utf8) + bytes + Data("]".utf8)
      #expect(try encoder.encode([element, element]) == list, "\(file.name)")
      #expect(try sorting.encode([element, element]) == list, "\(file.name)")
      let indented = try indenting.encode(element)
      #expect(
        try decoder.decode(PayloadValue.self, from: indented) == element.value,
        "\(file.name)"
      )
    }
  }

  @Test(arguments: CorpusFile.families)
  func `the engine writes the members between known ones as the bytes that came`(
    _ family: String
  ) throws {
    let registry = PolymorphicRegistry<any Anything>("type")
    let decoder = Engine.current.decoder(registry)
    let encoder = Engine.current.encoder(registry)
    for file in try CorpusFile.all(of: family) where file.placed != nil {
      guard
        let elements = try? decoder.decode([Polymorphic<any Anything>].self, from: file.bytes)
      else { continue }
      let bytes = elements.compactMap { $0.unknown?.sourceBytes.map { Data($0) } }
      let list = Data("[".utf8) + Data(bytes.joined(separator: Data(",".utf8))) + Data("]".utf8)
      #expect(try encoder.encode(elements) == list, "\(file.name)")
    }
  }

  @Test(arguments: CorpusFile.families)
  func `the engine writes values so that they are equal when decoded`(_ family: String) throws {
    let encoder = PolymorphicJSONEncoder()
    encoder.depthLimit = 2048
    let decoder = PolymorphicJSONDecoder()
    for file in try CorpusFile.all(of: family) where file.placed != nil {
      guard let value = try? decoder.decode(PayloadValue.self, from: file.bytes) else { continue }
      let again = try decoder.decode(PayloadValue.self, from: encoder.encode(value))
      #expect(again == value.withFirstMembers, "\(file.name)")
    }
  }
}

extension Polymorphic {
  fileprivate var value: PayloadValue? { unknown?.content }
}

extension PayloadValue {
  /// The value without repeated members.
  fileprivate var withFirstMembers: PayloadValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withFirstMembers))
    case .object(let members):
      var keys: Set<String> = []
      return .object(
        members.filter { keys.insert($0.key).inserted }.map {
          Member(key: $0.key, value: $0.value.withFirstMembers)
        }
      )
    default: return self
    }
  }
}

extension CorpusFile {
  /// The bytes of the value, without a byte order mark and white space around it.
  fileprivate var trimmed: [UInt8] {
    var bytes = bytes[...]
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return Array(bytes)
  }
}
