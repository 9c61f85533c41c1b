import Medley

/// A field of every type, with a hand-written initialiser.
struct Sample: FieldDecodable, Encodable, Equatable {
  var id: Int
  var title: String
  var explicit: Bool
  var rating: Double
  var gain: Float
  var tiny: Int8
  var small: Int16
  var medium: Int32
  var big: Int64
  var positive: UInt
  var byte: UInt8
  var word: UInt16
  var code: UInt32
  var huge: UInt64
  var tags: [String]
  var scores: [String: Double]
  var inner: Inner
  var note: String?
  var count: Int?
  var flag: Bool?
  var ratio: Double?
  var volume: Float?
  var list: [Int]?
  var other: Inner?

  init(fields: inout FieldReader) throws {
    id = try fields.decode("id")
    title = try fields.decode("title")
    explicit = try fields.decode("explicit")
    rating = try fields.decode("rating")
    gain = try fields.decode("gain")
    tiny = try fields.decode("tiny")
    small = try fields.decode("small")
    medium = try fields.decode("medium")
    big = try fields.decode("big")
    positive = try fields.decode("positive")
    byte = try fields.decode("byte")
    word = try fields.decode("word")
    code = try fields.decode("code")
    huge = try fields.decode("huge")
    tags = try fields.decode("tags")
    scores = try fields.decode("scores")
    inner = try fields.decode("inner")
    note = try fields.decodeIfPresent("note")
    count = try fields.decodeIfPresent("count")
    flag = try fields.decodeIfPresent("flag")
    ratio = try fields.decodeIfPresent("ratio")
    volume = try fields.decodeIfPresent("volume")
    list = try fields.decodeIfPresent("list")
    other = try fields.decodeIfPresent("other")
  }
}

struct Inner: FieldDecodable, Encodable, Hashable {
  var name: String

  init(fields: inout FieldReader) throws {
    name = try fields.decode("name")
  }
}

/// The same with synthesised `Codable`.
struct PlainSample: Codable {
  struct Inner: Codable {
    var name: String
  }

  var id: Int
  var title: String
  var explicit: Bool
  var rating: Double
  var gain: Float
  var tiny: Int8
  var small: Int16
  var medium: Int32
  var big: Int64
  var positive: UInt
  var byte: UInt8
  var word: UInt16
  var code: UInt32
  var huge: UInt64
  var tags: [String]
  var scores: [String: Double]
  var inner: Inner
  var note: String?
  var count: Int?
  var flag: Bool?
  var ratio: Double?
  var volume: Float?
  var list: [Int]?
  var other: Inner?
}

/// The members of a sample, and objects made of them.
enum SampleMembers {
  static let all: [(key: String, value: String)] = [
    ("id", "1"), ("title", #""a""#), ("explicit", "true"), ("rating", "1.5"), ("gain", "0.25"),
    ("tiny", "-8"), ("small", "-16"), ("medium", "-32"), ("big", "-9223372036854775808"),
    ("positive", "64"), ("byte", "255"), ("word", "65535"), ("code", "4294967295"),
    ("huge", "18446744073709551615"), ("tags", #"["x","y"]"#), ("scores", #"{"a":1.5}"#),
    ("inner", #"{"name":"n"}"#), ("note", #""b""#), ("count", "2"), ("flag", "false"),
    ("ratio", "2.5"), ("volume", "0.5"), ("list", "[1,2]"), ("other", #"{"name":"o"}"#),
  ]

  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  /// The sample with one member absent or replaced.
  static var variants: [String] {
    let values = [
      nil, "null", "true", "0", "-1", "300", "70000", "5000000000", "1.5", "1.0", "1e2",
      #""text""#, "[]", "[1]", "[null]", "{}", #"{"name":null}"#, #"{"name":1}"#,
      #"{"name":"x"}"#, "18446744073709551616", "1e400",
    ]
    return all.indices.flatMap { index in
      values.map { value in
        var members = all
        if let value { members[index].value = value } else { members.remove(at: index) }
        return object(members)
      }
    }
  }
}
