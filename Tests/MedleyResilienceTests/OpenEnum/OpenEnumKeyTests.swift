import Medley
import MedleyResilience
import TestSupport
import Testing

/// Open enums that are keys of dictionaries without being declared `CodingKeyRepresentable`.
@Suite struct OpenEnumKeyTests {
  enum Size: ForwardCompatibleCases {
    case small
    case large
    case unknown(String)

    static let wireValues: KeyValuePairs = ["S": Size.small, "L": .large]
  }

  enum Shelf: ForwardCompatibleCases {
    case first
    case unknown(Int)

    static let wireValues: KeyValuePairs = [1: Shelf.first]
  }

  enum Weight: ForwardCompatibleCases {
    case light
    case unknown(Double)

    static let wireValues: KeyValuePairs = [0.5: Weight.light]
  }

  enum Kind: String, ForwardCompatibleEnum {
    case box
    case other

    static func unknown(_ rawValue: String) -> Kind { .other }
  }

  struct Warehouse: Codable, Equatable {
    var sizes: [Size: Int]
    var shelves: [Shelf: String]
    var weights: [Weight: Int]?
    var kinds: [Kind: [Int]]?
  }

  struct Defaulting: Codable, Equatable {
    @Defaulted<Defaults.Empty> var sizes: [Size: Int]
    @Lossy var shelves: [Shelf: Int]
  }

  struct Declared: FieldDecodable, Equatable {
    var sizes: [Size: Int]
    var kinds: [Kind: Int]?

    init(fields: inout FieldReader) throws {
      sizes = try fields.decode("sizes")
      kinds = try fields.decodeIfPresent("kinds")
    }
  }

  @Test(arguments: Backend.allCases)
  func `members with such keys are objects`(_ backend: Backend) throws {
    let json = """
      {"sizes":{"S":1,"XXL":2},"shelves":{"1":"a","9":"b"},"weights":{"0.5":3,"2.5":4},"kinds":{"box":[1]}}
      """
    let warehouse = try backend.decode(Warehouse.self, from: json)
    #expect(warehouse.sizes == [.small: 1, .unknown("XXL"): 2])
    #expect(warehouse.shelves == [.first: "a", .unknown(9): "b"])
    #expect(warehouse.weights == [.light: 3, .unknown(2.5): 4])
    #expect(warehouse.kinds == [.box: [1]])
    #expect(try backend.encode(warehouse) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(warehouse) == warehouse)
  }

  @Test(arguments: Backend.allCases)
  func `an optional dictionary may be absent`(_ backend: Backend) throws {
    let json = #"{"sizes":{},"shelves":{}}"#
    let warehouse = try backend.decode(Warehouse.self, from: json)
    #expect(warehouse == Warehouse(sizes: [:], shelves: [:]))
    #expect(try backend.encode(warehouse) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `works inside other wrappers`(_ backend: Backend) throws {
    let json = #"{"sizes":{"L":1},"shelves":{"1":2,"x":3,"4":"y"}}"#
    let (value, report) = try DecodingReport.collecting {
      try backend.decode(Defaulting.self, from: json)
    }
    #expect(value.sizes == [.large: 1])
    #expect(value.shelves == [.first: 2])
    #expect(Set(report.issues.map(\.codingPath.place)) == ["shelves.x", "shelves.4"])
    #expect(
      try backend.encode(value) == JSONTree(parsing: #"{"sizes":{"L":1},"shelves":{"1":2}}"#)
    )
    #expect(try backend.decode(Defaulting.self, from: "{}").sizes.isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `works in fields that are read by hand`(_ backend: Backend) throws {
    let value = try backend.decode(Declared.self, from: #"{"sizes":{"S":1},"kinds":{"box":2}}"#)
    #expect(value.sizes == [.small: 1])
    #expect(value.kinds == [.box: 2])
    #expect(try backend.decode(Declared.self, from: #"{"sizes":{}}"#).kinds == nil)
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"{"sizes":{},"shelves":{"top":"a"}}"#, "shelves.top", DecodingError.Kind.dataCorrupted),
      (#"{"sizes":{"S":"x"},"shelves":{}}"#, "sizes.S", .typeMismatch),
      (#"{"sizes":["S",1],"shelves":{}}"#, "sizes", .typeMismatch),
      (#"{"shelves":{}}"#, "sizes", .keyNotFound),
    ]
  )
  func `an invalid key or value is an error at its key`(
    _ backend: Backend,
    _ sample: (json: String, place: String, kind: DecodingError.Kind)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Warehouse.self, from: sample.json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `reports a lost key`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(Warehouse.self, from: #"{"sizes":{},"shelves":{},"kinds":{"bag":[]}}"#)
    }
    #expect(report.issues.map(\.action) == [.defaulted])
  }
}
