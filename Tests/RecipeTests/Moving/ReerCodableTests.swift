import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// What the article *Moving to Medley* writes in place of ReerCodable.
@Suite struct ReerCodableTests {
  // MARK: - Keys

  struct Location: Codable, Hashable {
    var city: String
  }

  struct User: FieldDecodable, FieldEncodable, Hashable {
    var name: String
    var city: String
    var height: Double

    init(fields: inout FieldReader) throws {
      name = try fields.decodeIfPresent("name") ?? fields.decode("nick_name")
      city = try fields.decode("location", as: Location.self).city
      height = try fields.decode("height_in_meters", as: Double.self) * 100
      guard height > 0 else { throw NoHeight() }
    }

    func encode(fields: inout FieldWriter) throws {
      try fields.encode("user_name", name)
      try fields.encode("location", Location(city: city))
      try fields.encode("height_in_meters", height / 100)
    }
  }

  struct NoHeight: Error {}

  @Test(arguments: Backend.allCases)
  func `a type reads and writes its fields`(_ backend: Backend) throws {
    for key in ["name", "nick_name"] {
      let user = try backend.decode(
        User.self,
        from: #"{"\#(key)":"Ada","location":{"city":"London"},"height_in_meters":1.5}"#
      )
      #expect(user.name == "Ada" && user.city == "London" && user.height == 150)
      try backend.expect(
        user,
        encodesTo: #"{"user_name":"Ada","location":{"city":"London"},"height_in_meters":1.5}"#
      )
    }
    #expect(throws: (any Error).self) {
      try backend.decode(
        User.self,
        from: #"{"name":"Ada","location":{"city":"London"},"height_in_meters":0.0}"#
      )
    }
  }

  struct Profile: Codable, Hashable {
    var name: String
    var age: Int
  }

  struct Address: Codable, Hashable {
    var country: String
  }

  struct Person: ComposedCodable, Hashable {
    var profile: Profile
    var address: Address

    static let composition = Composition(Person.init, \.profile, \.address)
  }

  @Test(arguments: Backend.allCases)
  func `parts share one object`(_ backend: Backend) throws {
    let person = try backend.keep(Person.self, #"{"name":"Ada","age":36,"country":"GB"}"#)
    #expect(person.address == Address(country: "GB"))
  }

  // MARK: - Values

  enum Age: DefaultSource {
    static let defaultValue = 33
  }

  enum Gender: String, Codable {
    case male
    case female
  }

  enum TextDates: DateSource {
    static let formats: [DateFormat] = [.pattern("yyyy-MM-dd'T'HH:mm:ss.SSS")]
  }

  typealias TextDate<Value: DateValue> = FormattedDate<TextDates, Value>

  struct Values: Codable, Hashable {
    @Lossy @Defaulted<Age> var age: Int
    @Lossy var gender: Gender?
    var kept: OpenEnum<Gender>?
    @Lossy var tags: [String]
    @Lossy var users: [String: Location]
    @Lossy var ids: Set<String>
    @Lossless var score: Double
    @LenientBool var isVIP: Bool
    @ISO8601Date var text: Date
    @SecondsDate var seconds: Date
    @MillisecondsDate var milliseconds: Date
    @TextDate var formatted: Date
  }

  @Test(arguments: Backend.allCases)
  func `wrappers stand for macros on properties`(_ backend: Backend) throws {
    let dates = #"""
      "text":"2024-12-10T00:00:00Z","seconds":1,"milliseconds":1500,
      "formatted":"2024-12-10T00:00:00.500"
      """#
    let values = try backend.keep(
      Values.self,
      #"""
      {"age":4,"gender":"male","kept":"new","tags":["a"],"users":{"b":{"city":"c"}},"ids":["d"],
      "score":"100","isVIP":1,\#(dates)}
      """#
    )
    #expect(values.score == 100 && values.isVIP)
    #expect(values.kept == .unknown("new"))
    #expect(values.formatted == values.text + 0.5)
    let left = try backend.decode(
      Values.self,
      from: #"""
        {"age":"x","gender":"other","tags":["a",null],"users":{"b":null,"c":{}},"ids":["d",null],
        "score":1.5,"isVIP":"true",\#(dates)}
        """#
    )
    #expect(left.age == 33 && left.gender == nil)
    #expect(left.tags == ["a"] && left.users.isEmpty && left.ids == ["d"])
  }

  struct Photo: Codable, Hashable {
    var avatar: Data
    var taken: Date
  }

  @Test(arguments: Backend.allJSON)
  func `Base64 and seconds since 2001 need no wrapper`(_ backend: Backend) throws {
    let photo = try backend.keep(Photo.self, #"{"avatar":"TWVkbGV5","taken":60}"#)
    #expect(photo.avatar == Data("Medley".utf8))
    #expect(photo.taken == Date(timeIntervalSinceReferenceDate: 60))
  }

  struct Name: Codable, Hashable {
    var firstName: String
  }

  @Test(arguments: Backend.allCases.filter(\.supportsKeyStrategies))
  func `the coder converts snake case`(_ backend: Backend) throws {
    let name = try backend.decode(Name.self, from: #"{"first_name":"Ada"}"#, keys: .snakeCase)
    #expect(name == Name(firstName: "Ada"))
    #expect(
      try backend.encode(name, keys: .snakeCase) == JSONTree(parsing: #"{"first_name":"Ada"}"#)
    )
  }

  @Test func `a dictionary decodes as a type`() throws {
    let dictionary: [String: Any] = ["name": "Ada", "age": 36]
    let profile = try PayloadValue(propertyList: dictionary).decode(Profile.self)
    #expect(profile == Profile(name: "Ada", age: 36))
  }

  // MARK: - Enums

  enum Phone: ForwardCompatibleCases, Hashable {
    case iPhone
    case xiaomi
    case unknown(String)

    static let wireValues: KeyValuePairs = [
      "iphone": Phone.iPhone, "apple": .iPhone, "MI": .xiaomi,
    ]
  }

  @Test(arguments: Backend.allCases)
  func `a case has several raw values`(_ backend: Backend) throws {
    let phones = try backend.decode([Phone].self, from: #"["iphone","apple","MI","oppo"]"#)
    #expect(phones == [.iPhone, .iPhone, .xiaomi, .unknown("oppo")])
    try backend.expect(phones, encodesTo: #"["iphone","iphone","MI","oppo"]"#)
  }

  struct Vimeo: Codable, Hashable {
    var id: String
  }

  enum Outer: PolymorphicEnum, Hashable {
    case youTube
    case vimeo(Vimeo)

    static let registry = PolymorphicRegistry<Outer>(.external) {
      try $0.register(.youTube, for: "youtube", "YOUTUBE", options: .emptyContent)
      try $0.register(for: "vimeo", as: Outer.vimeo)
    }
  }

  enum Video: PolymorphicEnum, Hashable {
    case youTube
    case vimeo(id: String, duration: Double, Int)
    case code(Code)

    static let registry = PolymorphicRegistry<Video>("type") {
      try $0.register(.youTube, for: "youtube")
      try $0.register(for: "vimeo") { fields in
        .vimeo(
          id: try fields.decodeIfPresent("ID") ?? fields.decode("Id"),
          duration: try fields.decode("duration", default: 33),
          try fields.decode("minutes")
        )
      } encoding: {
        guard case .vimeo(let id, let duration, let minutes) = $0 else { return nil }
        return ["ID": id, "duration": duration, "minutes": minutes]
      }
      try $0.register(
        matching: TagPattern("22 to 30") {
          if case .integer(let code) = $0 { (22...30).contains(code) } else { false }
        },
        as: Video.code
      )
    }
  }

  struct Code: Codable, Hashable {
    var type: Int
  }

  enum Deep: PolymorphicEnum, Hashable {
    case vimeo(Vimeo)

    static let registry = PolymorphicRegistry<Deep>(.path("type", "middle")) {
      try $0.register(for: "vimeo", as: Deep.vimeo)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a registry describes where the tag is`(_ backend: Backend) throws {
    #expect(
      try backend.keep([Outer].self, #"[{"youtube":{}},{"vimeo":{"id":"1"}}]"#)
        == [.youTube, .vimeo(Vimeo(id: "1"))]
    )
    #expect(try backend.decode([Outer].self, from: #"[{"YOUTUBE":{}}]"#) == [.youTube])
    #expect(
      try backend.keep([Deep].self, #"[{"type":{"middle":"vimeo"},"id":"1"}]"#)
        == [.vimeo(Vimeo(id: "1"))]
    )
    #expect(
      try backend.keep(
        [Video].self,
        #"[{"type":"youtube"},{"type":"vimeo","ID":"1","duration":2.5,"minutes":4},{"type":25}]"#
      ) == [.youTube, .vimeo(id: "1", duration: 2.5, 4), .code(Code(type: 25))]
    )
    #expect(
      try backend.decode([Video].self, from: #"[{"type":"vimeo","Id":"1","minutes":4}]"#)
        == [.vimeo(id: "1", duration: 33, 4)]
    )
  }
}
