import Foundation
import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *GeoJSON*.
@Suite struct GeoJSONTests {
  struct FeatureCollection: Codable {
    var type = "FeatureCollection"
    var features: [Feature]
  }

  struct Feature: Codable {
    var type = "Feature"
    @NullWhenNil var geometry: Geometry?
    @NullWhenNil var properties: [String: PayloadValue]?
  }

  enum Geometry: PolymorphicEnum {
    case point(Shape<[Double]>)
    case lineString(Shape<[[Double]]>)
    case collection(Shapes)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Geometry>("type") {
      try $0.register(for: "Point", as: Geometry.point)
      try $0.register(for: "LineString", as: Geometry.lineString)
      try $0.register(
        for: "GeometryCollection",
        as: Geometry.collection
      )
    }
  }

  struct Shape<Value: Codable & SendableMetatype>: Codable {
    var coordinates: Value
  }
  struct Shapes: Codable { var geometries: [Geometry] }

  static let document = #"""
    {"type": "FeatureCollection", "copyright": "A survey",
     "features": [
       {"type": "Feature", "id": "f1", "title": "Harbour",
        "geometry": {"type": "Point", "coordinates": [10.0, 53.5]},
        "properties": {"depth": 4}}]}
    """#

  static let changed = #"""
    {"type": "FeatureCollection", "copyright": "A survey",
     "features": [
       {"type": "Feature", "id": "f1", "title": "Harbour",
        "geometry": {"type": "Point", "coordinates": [10.0, 54]},
        "properties": {"depth": 4}}]}
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.document.utf8)
    var map = try JSONDecoder().decode(
      Preserving<FeatureCollection>.self,
      from: data
    )
    map.features[0].geometry = .point(Shape(coordinates: [10, 54]))
    let saved = try JSONEncoder().encode(map)
    #expect(try JSONTree(parsing: Array(saved)) == JSONTree(parsing: Self.changed))
  }

  @Test(arguments: Backend.recipes)
  func `keeps foreign members, also of a feature that changed`(_ backend: Backend) throws {
    var map = try backend.keep(Preserving<FeatureCollection>.self, Self.document)
    #expect(map.features[0].properties == ["depth": 4])
    map.features[0].geometry = .point(Shape(coordinates: [10, 54]))
    #expect(try backend.encode(map) == JSONTree(parsing: Self.changed))
  }

  @Test(arguments: Backend.recipes)
  func `a geometry of an unknown type and one that is null are kept`(_ backend: Backend) throws {
    let json = #"""
      {"type": "FeatureCollection", "features": [
         {"type": "Feature", "properties": null, "geometry": null},
         {"type": "Feature", "properties": {},
          "geometry": {"type": "Polygon", "coordinates": []}}]}
      """#
    let map = try backend.keep(FeatureCollection.self, json)
    #expect(map.features[0].geometry == nil)
    guard case .unknown(let polygon) = map.features[1].geometry else {
      Issue.record("\(map)")
      return
    }
    #expect(polygon.tag == "Polygon")
  }

  @Test(arguments: Backend.recipes)
  func `nests collections, and encodes lines unchanged`(_ backend: Backend) throws {
    let json = #"""
      {"type": "GeometryCollection", "geometries": [
        {"type": "LineString", "coordinates": [[1, 2], [3, 4.5]]},
        {"type": "GeometryCollection", "geometries": []}]}
      """#
    guard case .collection(let parts) = try backend.keep(Geometry.self, json) else {
      Issue.record("not a collection")
      return
    }
    #expect(parts.geometries.count == 2)
  }

  @Test(arguments: Backend.recipes)
  func `a broken geometry fails the document, with its path`(_ backend: Backend) throws {
    let json = Self.document.replacingOccurrences(of: "53.5", with: #""north""#)
    #expect(
      try backend.place(ofErrorIn: json, as: Preserving<FeatureCollection>.self)
        == "features[0].geometry.coordinates[1]"
    )
  }
}
