struct Car: Payload {
  static let fields = ["wheels": "int"]

  var wheels: Int
}

struct Boat: Payload {
  static let fields = ["length": "double"]

  var length: Double
}
