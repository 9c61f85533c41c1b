import Medley

/// Models of GeoJSON.
enum GeometryParts {
  struct Feature: Part {
    var geometry: Polymorphic<any Part>?
    var properties: [String: PayloadValue]?
    var bbox: [Double]?
  }

  struct Point: Part {
    var coordinates: [Double]
  }

  struct LineString: Part {
    var coordinates: [[Double]]
  }

  struct Collection: Part {
    var geometries: [Polymorphic<any Part>]
  }

  static let site = ElementSite(
    family: "geojson",
    name: "geo",
    discriminator: "type",
    models: [
      ElementSite.Model(label: "Feature", tag: "Feature", type: Feature.self),
      ElementSite.Model(label: "Point", tag: "Point", type: Point.self),
      ElementSite.Model(label: "LineString", tag: "LineString", type: LineString.self),
      ElementSite.Model(
        label: "GeometryCollection",
        tag: "GeometryCollection",
        type: Collection.self
      ),
    ],
    find: ElementSite.tagged(by: "type") { $0.key != "crs" && !$0.steps.contains("properties") }
  )
}
