/// A collection of outlines.
struct Outline: Codable, Hashable {
  var type: String
  var features: [Feature]

  struct Feature: Codable, Hashable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  struct Geometry: Codable, Hashable {
    var type: String
    var coordinates: [[[Double]]]
  }
}

/// A node of a tree of objects.
struct Branch: Codable, Hashable {
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
struct Readings: Codable, Hashable {
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
struct Contact: Codable, Hashable {
  var givenName: String
  var familyName: String
  var street: String
  var city: String
  var country: String
  var email: String
  var notes: String
}
