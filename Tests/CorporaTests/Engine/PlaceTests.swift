import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// The location of errors deep in documents.
@Suite(.onEachEngine) struct PlaceTests {
  /// Decodes the value at a path as a type that never matches.
  struct Probe: Decodable {
    static let pathKey = CodingUserInfoKey(rawValue: "PlaceTests.path")

    struct Step: CodingKey, Sendable {
      let stringValue: String
      let intValue: Int?

      init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
      init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
    }

    /// A type that never matches.
    struct Nothing: Decodable {
      init(from decoder: any Decoder) throws {
        if (try? decoder.singleValueContainer().decode(String.self)) != nil {
          _ = try decoder.singleValueContainer().decode(Int.self)
        } else {
          _ = try decoder.singleValueContainer().decode(String.self)
        }
      }
    }

    init(from decoder: any Decoder) throws {
      guard let key = Self.pathKey, let path = decoder.userInfo[key] as? [Step] else { return }
      var inner: any Decoder = decoder
      for step in path {
        if let index = step.intValue {
          var container = try inner.unkeyedContainer()
          for _ in 0..<index { _ = try container.superDecoder() }
          inner = try container.superDecoder()
        } else {
          inner = try inner.container(keyedBy: Step.self).superDecoder(forKey: step)
        }
      }
      _ = try inner.singleValueContainer().decode(Nothing.self)
    }
  }

  @Test(arguments: CorpusFile.families, CorpusFile.seeds)
  func `a type mismatch has the line, column and offset of the value`(
    _ family: String,
    _ seed: UInt64
  ) throws {
    guard let key = Probe.pathKey else { return }
    for file in try CorpusFile.all(of: family) {
      guard let document = file.placed else { continue }
      var random = SeededRandom(seed: seed, file.name)
      let (path, target) = document.randomScalar(using: &random)
      let decoder = Engine.current.decoder()
      decoder.userInfo[key] = path
      let error = #expect(throws: DecodingError.self, "\(file.name)") {
        try decoder.decode(Probe.self, from: file.bytes)
      }
      #expect(error?.details?.codingPath.place == path.map { $0 as any CodingKey }.place)
      try expect(error, at: target, in: file.bytes, "\(file.name) at \(path.map(\.stringValue))")
    }
  }

  @Test(arguments: ElementSite.all, CorpusFile.seeds)
  func `an error in a payload has the location of the value at its path`(
    _ site: ElementSite,
    _ seed: UInt64
  ) throws {
    guard let key = PlannedElements.planKey else { return }
    var registry = try site.registry(knowingModels: true)
    registry.policies = PolymorphicRegistry<any Part>.Policies()
    registry.policies.missing = .keep
    let decoder = Engine.current.decoder(registry)
    let files = try CorpusFile.all(of: site.family)
    for index in stride(from: 0, to: files.count, by: CorpusFile.step(of: files.count)) {
      let file = files[index]
      guard let document = file.placed else { continue }
      let labels = site.models.map(\.label)
      let known = ElementPlan(document, at: site).elements.filter {
        labels.contains($0.found.label)
      }
      var random = SeededRandom(seed: seed, file.name)
      // Replaces a member of a model by an object, which rarely fits.
      let members = known.flatMap { $0.place.members ?? [] }.filter { $0.value.scalar != nil }
      guard let member = members.randomElement(using: &random) else { continue }
      var bytes = file.bytes
      bytes.replaceSubrange(member.value.range, with: Array(#"{"\u0021": [[ ]]}"#.utf8))
      let damaged = try PlacedTree(parsing: bytes)
      let plan = ElementPlan(damaged, at: site)
      decoder.userInfo[key] = plan
      do {
        _ = try decoder.decode(PlannedElements.self, from: bytes)
      } catch let error as DecodingError {
        let path = error.details?.codingPath ?? []
        let target = try #require(damaged.value(at: path), "\(file.name): \(error)")
        try expect(error, at: target, in: bytes, "\(file.name) at \(path.place)")
      }
    }
  }

  private func expect(
    _ error: DecodingError?,
    at target: PlacedTree,
    in bytes: [UInt8],
    _ name: String
  ) throws {
    let location = try #require(error?.jsonError, "\(name): \(String(describing: error))")
    let place = TextPlace(of: target.range.lowerBound, in: bytes)
    #expect(location.offset == target.range.lowerBound, "\(name)")
    #expect(location.line == place.line, "\(name)")
    #expect(location.column == place.column, "\(name)")
  }
}

extension PlacedTree {
  /// A random scalar and its path.
  fileprivate func randomScalar(
    using random: inout SeededRandom
  ) -> (path: [PlaceTests.Probe.Step], value: PlacedTree) {
    var path: [PlaceTests.Probe.Step] = []
    var value = self
    while true {
      if let elements = value.elements, !elements.isEmpty {
        let index = Int.random(in: 0..<elements.count, using: &random)
        path.append(PlaceTests.Probe.Step(intValue: index))
        value = elements[index]
      } else if let key = value.keys.randomElement(using: &random), let next = value[key] {
        path.append(PlaceTests.Probe.Step(stringValue: key))
        value = next
      } else {
        return (path, value)
      }
    }
  }

  /// The value at a path.
  fileprivate func value(at path: [any CodingKey]) -> PlacedTree? {
    var value: PlacedTree? = self
    for key in path {
      if let index = key.intValue, let elements = value?.elements {
        value = elements.indices.contains(index) ? elements[index] : nil
      } else {
        value = value?[key.stringValue]
      }
    }
    return value
  }
}
