/// A collection of outlines.
struct Outline: Decodable, Hashable {
  var type: String
  var features: [Feature]

  struct Feature: Decodable, Hashable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  struct Geometry: Decodable, Hashable {
    var type: String
    var coordinates: [[[Double]]]
  }
}

/// A node of a tree of objects.
struct Branch: Decodable, Hashable {
  var name: String
  var weight: Int
  var children: [Branch]
}

/// An expression as an enum with synthesised `Codable`.
indirect enum Expression: Decodable, Hashable {
  case number(value: Int)
  case sum(left: Expression, right: Expression)
  case negation(of: Expression)
}

/// An object of numbers.
struct Readings: Decodable, Hashable {
  var time: Int
  var sequence: UInt64
  var channel: UInt8
  var offset: Int32
  var temperature: Double
  var pressure: Double
  var humidity: Float
  var voltage: Double
}

/// An object of strings.
struct Contact: Decodable, Hashable {
  var givenName: String
  var familyName: String
  var street: String
  var city: String
  var country: String
  var email: String
  var notes: String
}
