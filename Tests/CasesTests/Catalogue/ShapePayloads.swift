struct Point: Payload {
  static let fields = ["x": "double", "y": "double"]

  var x: Double
  var y: Double
}

struct Circle: Payload {
  static let fields = ["x": "double", "y": "double", "radius": "double"]

  var x: Double
  var y: Double
  var radius: Double
}

struct Place: Payload {
  static let fields = ["y": "double", "x": "double"]

  var y: Double
  var x: Double
}
