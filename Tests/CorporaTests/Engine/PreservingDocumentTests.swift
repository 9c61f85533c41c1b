import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// `Preserving` over documents, through the engine.
@Suite(.onEachEngine) struct PreservingDocumentTests {
  private static var encoder: any EngineEncoding { Engine.current.encoder() }

  /// The documents of a family, without the longest of a large one.
  private static func files(_ family: String) throws -> [(bytes: [UInt8], place: PlacedTree)] {
    let files = try CorpusFile.all(of: family)
    let step = CorpusFile.step(of: files.count)
    return files.enumerated().compactMap { index, file in
      guard let place = file.placed, index.isMultiple(of: step),
        Thoroughness.isFull || file.bytes.count < 1 << 16
      else { return nil }
      return (file.bytes, place)
    }
  }

  @Test(arguments: CorpusFile.families)
  func `a document of which half is known keeps its bytes`(_ family: String) throws {
    var count = 0
    for (bytes, place) in try Self.files(family) {
      let value = try Engine.current.decoder().decode(Preserving<KnownTree>.self, from: bytes)
      #expect(try Array(Self.encoder.encode(value)) == Array(bytes[place.range]))
      count += place.range.count
    }
    // Without all repetitions, a family of few and long documents may have none.
    #expect(count > 0 || !Thoroughness.isFull)
  }

  @Test(arguments: CorpusFile.families)
  func `a changed scalar changes only its bytes`(_ family: String) throws {
    var random = SeededRandom(seed: 1, family)
    for (bytes, place) in try Self.files(family) {
      let paths = place.knownScalars
      guard !paths.isEmpty else { continue }
      var value = try Engine.current.decoder().decode(Preserving<KnownTree>.self, from: bytes)
      let (path, range) = random.pick(paths)
      value.value = value.value.changing(path[...], to: .string("new value"))
      let expected =
        bytes[place.range.lowerBound..<range.lowerBound] + Array(#""new value""#.utf8)
        + bytes[range.upperBound..<place.range.upperBound]
      let text = String(decoding: bytes.prefix(300), as: UTF8.self)
      #expect(try Array(Self.encoder.encode(value)) == Array(expected), "\(path) in \(text)")
    }
  }

  @Test(arguments: ElementSite.all)
  func `an element of a model keeps its bytes`(_ site: ElementSite) throws {
    let registry = try site.registry(knowingModels: true)
    let decoder = Engine.current.decoder(registry)
    let encoder = Engine.current.encoder(registry)
    for (bytes, place) in try Self.files(site.family) {
      for element in ElementPlan(place, at: site).elements where !element.isInside {
        let text = Array(bytes[element.place.range])
        let value = try decoder.decode(Preserving<Polymorphic<any Part>>.self, from: text)
        #expect(try Array(encoder.encode(value)) == text)
      }
    }
  }
}

extension PlacedTree {
  /// The known scalars that a change doesn't make ambiguous, with their bytes.
  ///
  /// Objects with repeated keys, which two spellings of one character are for an encoder as well, and
  /// members called `id` aren't among them.
  fileprivate var knownScalars: [(path: [String], range: Range<Int>)] {
    switch value {
    case .scalar(let scalar):
      // A number beyond doubles isn't known.
      if let number = scalar.number, Double(number.spelling)?.isFinite != true { return [] }
      return [([], range)]
    case .array(let elements):
      return elements.enumerated().flatMap { index, element in
        element.knownScalars.map { (["\(index)"] + $0.path, $0.range) }
      }
    case .object(let members):
      guard Set(members.map(\.key)).count == members.count else { return [] }
      return members.filter { KnownTree.knows($0.key) && $0.key != "id" }.flatMap { member in
        member.value.knownScalars.map { ([member.key] + $0.path, $0.range) }
      }
    }
  }
}

extension KnownTree {
  fileprivate func changing(_ path: ArraySlice<String>, to value: KnownTree) -> KnownTree {
    guard let step = path.first else { return value }
    switch self {
    case .array(var elements):
      guard let index = Int(step), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].changing(path.dropFirst(), to: value)
      return .array(elements)
    case .object(let members):
      return .object(
        members.map { member in
          let isChanged = member.key.hasSameCodeUnits(as: step)
          let changed =
            isChanged ? member.value.changing(path.dropFirst(), to: value) : member.value
          return (member.key, changed)
        }
      )
    default: return self
    }
  }
}
