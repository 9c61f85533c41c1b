import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// The elements of documents, decoded by the engine with the discriminator of their family.
///
/// Decodes every element, including nested ones, with a registry of some models and with an
/// empty one. The manifest has the expected counts.
@Suite struct ElementTests {
  @Test(arguments: ElementSite.all, [true, false])
  func `every element is known, unknown or reported, and an unknown one keeps its bytes`(
    _ site: ElementSite,
    _ knowsModels: Bool
  ) throws {
    let files = try CorpusFile.all(of: site.family)
    let registry = try site.registry(knowingModels: knowsModels)
    var census = ElementCensus()
    for (index, file) in files.enumerated() {
      guard let place = file.placed else {
        #expect(CorpusFile.malformed.contains(file.name))
        continue
      }
      let check = ElementCheck(
        site: site,
        file: file,
        plan: ElementPlan(place, at: site),
        isCompared: index.isMultiple(of: CorpusFile.step(of: files.count))
      )
      guard !check.plan.isEmpty else { continue }
      try check.decode(registry, knowingModels: knowsModels, counting: &census)
      if knowsModels { try check.drop() }
    }
    let expected = try census.expected(at: site, files)
    #expect(census.labels == expected, "\(census)")
    #expect(census.known + census.unknown + census.reported == expected.values.reduce(0, +))
    let hasModels = site.models.contains { expected[$0.label] != nil }
    #expect((census.known > 0) == (knowsModels && hasModels))
  }
}

/// The number of elements by outcome.
struct ElementCensus: CustomStringConvertible {
  /// The counts by the kinds of the manifest.
  var labels: [String: Int] = [:]
  var known = 0
  var unknown = 0
  /// The number of elements that are kept with an issue.
  var reported = 0

  var description: String { "\(known) known, \(unknown) unknown, \(reported) reported" }

  /// The counts of the manifest.
  ///
  /// Counts kinds that the discriminator doesn't distinguish as one, without documents that the
  /// manifest counted and that are missing in the folder.
  func expected(at site: ElementSite, _ files: [CorpusFile]) throws -> [String: Int] {
    let manifest = try CorpusManifest(of: site.family)
    let counts = try manifest.counts(at: site.name)
    var expected = counts.filter { site.tellsApart($0.key) }
    let others = counts.values.reduce(0, +) - expected.values.reduce(0, +)
    if others > 0 {
      let absent = manifest.files.subtracting(files.map(\.name))
      expected[ElementSite.untagged] = others - absent.count
    }
    return expected
  }
}
