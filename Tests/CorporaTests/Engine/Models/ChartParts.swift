import Medley

/// Models of Vega-Lite's charts.
enum ChartParts {
  struct Layer: Part {
    var layer: [PayloadValue]
    var width: PayloadValue?
  }

  /// A mark is a word or an object; those with an object are malformed for this model.
  struct Unit: Part {
    var mark: String
    var encoding: PayloadValue?
  }

  private static let compositions = ["layer", "hconcat", "vconcat", "concat", "repeat", "facet"]

  static let specs = ElementSite(
    family: "vega-lite",
    name: "spec",
    discriminator: .deduced,
    models: [
      ElementSite.Model(label: "layer", tag: "layer", type: Layer.self),
      ElementSite.Model(
        label: "mark",
        tag: "mark",
        type: Unit.self,
        fields: PayloadFields(
          required: ["mark"],
          optional: ["encoding"],
          excluded: Set(compositions)
        )
      ),
    ],
    find: { place, around in
      let isInList = around.isItem && compositions.prefix(4).contains(around.key ?? "")
      guard around.isRoot || isInList || around.key == "spec" else { return nil }
      return ElementSite.firstKey(of: place, among: compositions + ["mark"])
    }
  )

  struct Line: Part {
    var point: Bool?
    var color: String?
    var strokeWidth: Double?
  }

  struct Bar: Part {
    var color: String?
    var size: Int?
  }

  static let marks = ElementSite(
    family: "vega-lite",
    name: "mark(object)",
    discriminator: "type",
    models: [
      ElementSite.Model(label: "line", tag: "line", type: Line.self),
      ElementSite.Model(label: "bar", tag: "bar", type: Bar.self),
    ],
    find: ElementSite.tagged(by: "type") { $0.key == "mark" }
  )

  struct Calculation: Part {
    var calculate: String
    var `as`: String
  }

  struct Filter: Part {
    var filter: PayloadValue
  }

  static let transforms = ElementSite(
    family: "vega-lite",
    name: "transform",
    discriminator: .deduced,
    models: [
      ElementSite.Model(label: "calculate", tag: "calculate", type: Calculation.self),
      ElementSite.Model(label: "filter", tag: "filter", type: Filter.self),
    ],
    find: { place, around in
      guard around.key == "transform", around.isItem else { return nil }
      return ElementSite.firstKey(
        of: place,
        among: [
          "filter", "calculate", "window", "joinaggregate", "lookup", "aggregate", "stack", "bin",
          "fold", "density", "pivot", "flatten", "timeUnit", "impute", "regression", "extent",
          "loess", "quantile", "sample",
        ]
      )
    }
  )

  struct Remote: Part {
    struct Format: Part {
      var type: String?
    }

    var url: String
    var format: Format?
  }

  /// Data with text or an object as rows are malformed for this model.
  struct Rows: Part {
    var values: [PayloadValue]
  }

  static let data = ElementSite(
    family: "vega-lite",
    name: "data",
    discriminator: .deduced,
    models: [
      ElementSite.Model(label: "url", tag: "url", type: Remote.self),
      ElementSite.Model(label: "values", tag: "values", type: Rows.self),
    ],
    find: { place, around in
      guard around.key == "data" else { return nil }
      return ElementSite.firstKey(
        of: place,
        among: ["url", "values", "sequence", "sphere", "graticule", "name"]
      )
    }
  )
}
