import Medley
import TestSupport

extension ElementSite {
  /// All sites that a manifest counts.
  static let all =
    CardParts.sites + DocumentParts.animations + [
      SourceParts.nodes, SourceParts.objects, GeometryParts.site, EventParts.github,
      EventParts.records, EventParts.roots, AttributeParts.dynamo, AttributeParts.telemetry,
      DeducedParts.telemetry, DeducedParts.metrics, DeducedParts.dataPoints,
      DeducedParts.documents, ChartParts.specs, ChartParts.marks, ChartParts.transforms,
      ChartParts.data, DocumentParts.cells, DocumentParts.outputs, DocumentParts.notionObjects,
      DocumentParts.notionTypes, DocumentParts.resources,
    ]

  /// The label for kinds that the discriminator doesn't distinguish.
  static let untagged = "(untagged)"

  /// Finds objects with a string under a key.
  ///
  /// The first of duplicate keys is the tag, but the manifests count the last.
  static func tagged(
    by key: String,
    where isThere: @escaping @Sendable (Surroundings) -> Bool = { _ in true }
  ) -> @Sendable (PlacedTree, Surroundings) -> Found? {
    { place, around in
      guard isThere(around), let tag = place[key]?.scalar?.string else { return nil }
      let counted = place.members?.last { $0.key == key }?.value.scalar?.string
      return Found(label: counted ?? tag, tag: .string(tag))
    }
  }
}
