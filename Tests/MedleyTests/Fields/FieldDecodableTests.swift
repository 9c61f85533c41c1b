import Medley
import TestSupport
import Testing

/// `FieldDecodable` types against the same types with synthesised `Codable`.
@Suite struct FieldDecodableTests {
  private enum Outcome: Equatable {
    case value(JSONTree)
    case fault(String)
  }

  /// The re-encoded value of a document, or its error.
  private static func outcome<Value: Codable>(
    _ type: Value.Type,
    _ json: String,
    _ backend: Backend,
    keys: KeyStrategy = .asWritten
  ) throws -> Outcome {
    do {
      let value = try backend.decode([Value].self, from: "[\(json)]", keys: keys)
      return .value(try backend.encode(value))
    } catch let error as DecodingError {
      return .fault("\(error.kind) at \(error.place)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes fields of every type`(_ backend: Backend) throws {
    let json = SampleMembers.object(SampleMembers.all)
    let sample = try backend.decode(Sample.self, from: json)
    #expect(sample.id == 1 && sample.title == "a" && sample.explicit && sample.rating == 1.5)
    #expect(sample.gain == 0.25 && sample.tiny == -8 && sample.small == -16)
    #expect(sample.medium == -32 && sample.big == .min && sample.positive == 64)
    #expect(sample.byte == .max && sample.word == .max && sample.code == .max)
    #expect(sample.huge == .max && sample.tags == ["x", "y"] && sample.scores == ["a": 1.5])
    #expect(sample.inner.name == "n" && sample.note == "b" && sample.count == 2)
    #expect(sample.flag == false && sample.ratio == 2.5 && sample.volume == 0.5)
    #expect(sample.list == [1, 2] && sample.other?.name == "o")
    #expect(try backend.encode(sample) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `values and errors equal those of synthesised Codable`(_ backend: Backend) throws {
    var faults = 0
    let variants = Thoroughness.some(
      of: SampleMembers.variants,
      each: Backend.allCases.count,
      seed: Backend.allCases.firstIndex(of: backend) ?? 0
    )
    for json in variants {
      // Skips values that a property list can't hold.
      guard let plain = try? Self.outcome(PlainSample.self, json, backend) else { continue }
      if case .fault = plain { faults += 1 }
      #expect(try Self.outcome(Sample.self, json, backend) == plain, "\(json)")
    }
    #expect(faults > variants.count / 5)
  }

  @Test(arguments: Backend.allCases)
  func `decodes fields in any order`(_ backend: Backend) throws {
    var members = SampleMembers.all
    let sample = try backend.decode(Sample.self, from: SampleMembers.object(members))
    for _ in members {
      members.append(members.removeFirst())
      let turned = SampleMembers.object(members)
      let reversed = SampleMembers.object(members.reversed())
      #expect(try backend.decode(Sample.self, from: turned) == sample)
      #expect(try backend.decode(Sample.self, from: reversed) == sample)
    }
  }

  @Test(arguments: Backend.allCases, ["[]", "1", #""a""#, "true"])
  func `a value that isn't an object is a type mismatch`(_ backend: Backend, _ json: String) throws
  {
    let plain = try Self.outcome(PlainSample.self, json, backend)
    #expect(plain == .fault("typeMismatch at [0]"))
    #expect(try Self.outcome(Sample.self, json, backend) == plain)
  }

  struct Picture: FieldDecodable, Encodable, Equatable {
    var imageUrl: String
    var pixelWidth: Int?
    var nextPicture: [Picture]

    init(fields: inout FieldReader) throws {
      imageUrl = try fields.decode("imageUrl")
      pixelWidth = try fields.decodeIfPresent("pixelWidth")
      nextPicture = try fields.decode("nextPicture", default: [])
    }
  }

  @Test(arguments: Backend.allCases.filter(\.supportsKeyStrategies))
  func `converts keys from snake case`(_ backend: Backend) throws {
    let picture = try backend.decode(
      Picture.self,
      from: #"{"next_picture":[{"pixel_width":2,"image_url":"b"}],"image_url":"a"}"#,
      keys: .snakeCase
    )
    #expect(picture.imageUrl == "a" && picture.pixelWidth == nil)
    #expect(picture.nextPicture.first?.imageUrl == "b")
    #expect(picture.nextPicture.first?.pixelWidth == 2)
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(
        Picture.self,
        from: #"{"image_url":"a","next_picture":[{"image_url":1}]}"#,
        keys: .snakeCase
      )
    }
    #expect("\(error.kind) at \(error.place)" == "typeMismatch at nextPicture[0].imageUrl")
  }

  struct Literal: FieldDecodable {
    var url: String?

    init(fields: inout FieldReader) throws {
      url = try fields.decodeIfPresent("image_url")
    }
  }

  @Test(arguments: Backend.allCases.filter(\.supportsKeyStrategies))
  func `a converted key isn't found in its original spelling`(_ backend: Backend) throws {
    let json = #"{"image_url":"a"}"#
    #expect(try backend.decode(Literal.self, from: json).url == "a")
    #expect(try backend.decode(Literal.self, from: json, keys: .snakeCase).url == nil)
  }

  /// A hierarchy of classes: the initialiser is required, and the subclass calls that of its superclass.
  class Vehicle: FieldDecodable {
    let wheels: Int

    required init(fields: inout FieldReader) throws {
      wheels = try fields.decode("wheels")
    }
  }

  final class Truck: Vehicle {
    let load: Double

    required init(fields: inout FieldReader) throws {
      load = try fields.decode("load")
      try super.init(fields: &fields)
    }
  }

  @Test(arguments: Backend.allCases)
  func `subclasses inherit the conformance`(_ backend: Backend) throws {
    let trucks = try backend.decode([Truck].self, from: #"[{"wheels":6,"load":7.5}]"#)
    #expect(trucks.first?.wheels == 6 && trucks.first?.load == 7.5)
    let vehicles = try backend.decode([Vehicle].self, from: #"[{"wheels":2}]"#)
    #expect(vehicles.first?.wheels == 2 && type(of: vehicles[0]) == Vehicle.self)
  }

  /// A type with a hand-written `init(from:)`.
  struct Stamped: FieldDecodable {
    var name: String
    var isStamped = false

    init(fields: inout FieldReader) throws {
      name = try fields.decode("name")
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      name = try container.decode(String.self)
      isStamped = true
    }
  }

  @Test(arguments: Backend.allCases)
  func `a type's own init(from:) is called`(_ backend: Backend) throws {
    let stamped = try backend.decode([Stamped].self, from: #"[["a"],["b"]]"#)
    #expect(stamped.map(\.name) == ["a", "b"] && stamped.allSatisfy(\.isStamped))
  }
}
