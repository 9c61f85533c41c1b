import Medley

/// Models of elements without tags, in several families.
enum DeducedParts {
  struct Logs: Part {
    var resourceLogs: [PayloadValue]
  }

  struct Spans: Part {
    var resourceSpans: [PayloadValue]
  }

  static let telemetry = ElementSite(
    family: "otlp",
    name: "root",
    discriminator: .deduced,
    models: [
      ElementSite.Model(label: "resourceLogs", tag: "resourceLogs", type: Logs.self),
      ElementSite.Model(label: "resourceSpans", tag: "resourceSpans", type: Spans.self),
    ],
    find: { place, around in
      around.isRoot ? ElementSite.firstKey(of: place, among: place.keys) : nil
    }
  )

  struct Sum: Part {
    var name: String
    var unit: String
    var sum: PayloadValue
  }

  struct Gauge: Part {
    var name: String
    var gauge: PayloadValue
  }

  static let metrics = ElementSite(
    family: "otlp",
    name: "metric.data",
    discriminator: .deduced,
    models: [
      ElementSite.Model(label: "sum", tag: "sum", type: Sum.self),
      ElementSite.Model(label: "gauge", tag: "gauge", type: Gauge.self),
    ],
    find: { place, around in
      around.key == "metrics" && around.isItem
        ? ElementSite.firstKey(
          of: place,
          among: ["gauge", "sum", "histogram", "exponentialHistogram", "summary"]
        ) : nil
    }
  )

  struct DataPoint: Part {
    var asDouble: Double
    var timeUnixNano: String
  }

  static let dataPoints = ElementSite(
    family: "otlp",
    name: "dataPoint",
    discriminator: .deduced,
    models: [ElementSite.Model(label: "asDouble", tag: "asDouble", type: DataPoint.self)],
    find: { place, around in
      around.key == "dataPoints"
        ? ElementSite.firstKey(of: place, among: ["asDouble", "asInt"]) : nil
    }
  )

  struct Failures: Part {
    var errors: [PayloadValue]
  }

  struct Meta: Part {
    var meta: PayloadValue
    var links: PayloadValue?
    var jsonapi: PayloadValue?
  }

  static let documentKeys = ["data", "errors", "meta", "included", "links", "jsonapi"]

  static let documents = ElementSite(
    family: "jsonapi",
    name: "document",
    discriminator: .deduced,
    models: [
      ElementSite.Model(
        label: "errors",
        tag: "errors",
        type: Failures.self,
        fields: PayloadFields(required: ["errors"], excluded: ["data", "meta"])
      ),
      ElementSite.Model(
        label: "meta",
        tag: "meta",
        type: Meta.self,
        fields: PayloadFields(
          required: ["meta"],
          excluded: ["data", "errors", "included", "links", "jsonapi"]
        )
      ),
    ],
    find: { place, around in
      guard around.isRoot else { return nil }
      let keys = documentKeys.filter { place[$0] != nil }
      return ElementSite.Found(label: keys.isEmpty ? "?" : keys.joined(separator: "+"), tag: nil)
    }
  )
}

extension ElementSite {
  /// The first of the keys that an object has.
  static func firstKey(of place: PlacedTree, among keys: [String]) -> Found? {
    keys.first { place[$0] != nil }.map { Found(label: $0, tag: nil) }
  }
}
