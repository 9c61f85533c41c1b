import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// The decoded elements of a document, compared with those that the tests find.
struct ElementCheck {
  let site: ElementSite
  let file: CorpusFile
  let plan: ElementPlan
  /// Whether `JSONDecoder` decodes the elements too.
  ///
  /// This is slow for nested elements, whose content `JSONDecoder` captures by trial, so a
  /// default run compares every fifth document.
  let isCompared: Bool

  // MARK: - Decoding all

  /// Decodes with a registry that keeps everything.
  func decode(
    _ registry: PolymorphicRegistry<any Part>,
    knowingModels knowsModels: Bool,
    counting census: inout ElementCensus
  ) throws {
    let places = plan.elements
    let (elements, report) = try DecodingReport.collecting { try engine(registry) }
    #expect(elements.count == places.count, "\(file.name)")
    if isCompared { try compare(elements, try foundation(registry), registry) }

    let issues = Set(report.issues.map(\.recoveredPath.place))
    var unknownTags: [TypeTag: Int] = [:]
    for (element, place) in zip(elements, places) {
      try checkOutcome(of: element, place, registry, knowingModels: knowsModels)
      census.labels[place.found.label, default: 0] += 1
      switch element {
      case .known: census.known += 1
      case .unknown(let payload):
        checkBytes(of: payload, place)
        let isUnknown = payload.reason == .unregistered
        if isUnknown { census.unknown += 1 } else { census.reported += 1 }
        if isUnknown, let tag = payload.tag { unknownTags[tag, default: 0] += 1 }
        #expect(issues.contains(place.path) == !isUnknown, "\(file.name) at \(place.path)")
      }
    }
    // Models also decode nested parts, which are counted twice.
    if !knowsModels { #expect(report.unknownTags == unknownTags, "\(file.name)") }
  }

  private func checkOutcome(
    of element: Polymorphic<any Part>,
    _ place: PlacedElement,
    _ registry: PolymorphicRegistry<any Part>,
    knowingModels knowsModels: Bool
  ) throws {
    let expected = try ElementOutcome(
      of: place,
      in: file.bytes,
      at: site,
      registry,
      knowingModels: knowsModels
    )
    let found = try ElementOutcome(element, isInside: place.isInside, registry)
    #expect(found == expected, "\(file.name) at \(place.path)")
  }

  /// Compares with the elements of `JSONDecoder`.
  private func compare(
    _ elements: [Polymorphic<any Part>],
    _ others: [Polymorphic<any Part>],
    _ registry: PolymorphicRegistry<any Part>
  ) throws {
    let outcomes = { (elements: [Polymorphic<any Part>]) in
      try zip(elements, plan.elements).map { element, place in
        try ElementOutcome(element, isInside: place.isInside, registry)
      }
    }
    #expect(try outcomes(elements) == outcomes(others), "\(file.name)")
  }

  /// Checks that an unknown element has its original bytes, also after the document is freed.
  private func checkBytes(of payload: UnknownPayload, _ element: PlacedElement) {
    let bytes = Array(file.bytes[element.place.range])
    let detached = payload.detached()
    #expect(payload.sourceBytes == bytes, "\(file.name) at \(element.path)")
    #expect(detached.sourceBytes == bytes, "\(file.name) at \(element.path)")
  }

  private func engine(
    _ registry: PolymorphicRegistry<any Part>
  ) throws -> [Polymorphic<any Part>] {
    let decoder = PolymorphicJSONDecoder(registry)
    if let key = PlannedElements.planKey { decoder.userInfo[key] = plan }
    return try decoder.decode(PlannedElements.self, from: file.bytes).elements
  }

  private func foundation(
    _ registry: PolymorphicRegistry<any Part>
  ) throws -> [Polymorphic<any Part>] {
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    if let key = PlannedElements.planKey { decoder.userInfo[key] = plan }
    return try decoder.decode(PlannedElements.self, from: Data(file.bytes)).elements
  }

  // MARK: - Dropping

  /// Decodes the arrays of elements lossily, with a registry that throws for invalid elements.
  func drop() throws {
    var strict = try site.registry(knowingModels: true)
    strict.policies = PolymorphicRegistry<any Part>.Policies()
    let decoder = PolymorphicJSONDecoder(strict)
    for feed in plan.feeds {
      let count = feed.elements?.count ?? 0
      let bytes = Array(file.bytes[feed.range])
      let (elements, report) = try DecodingReport.collecting {
        try decoder.decode(Lossy<[Polymorphic<any Part>]>.self, from: bytes).wrappedValue
      }
      let all = elements.known.count + elements.unknown.count + report.droppedCount
      #expect(all == count, "\(file.name)")
    }
  }
}
