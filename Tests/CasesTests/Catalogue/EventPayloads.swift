struct Counter: Payload {
  static let fields = ["n": "int"]

  var n: Int
}

struct Receipt: Payload {
  static let fields = ["total": "double"]

  var total: Double
}

struct Success: Payload {
  static let fields = ["data": "string"]

  var data: String
}

struct Failure: Payload {
  static let fields = ["message": "string"]

  var message: String
}

struct Throttled: Payload {
  static let fields = ["retryAfter": "int"]

  var retryAfter: Int
}

struct Forbidden: Payload {
  static let fields = ["realm": "string"]

  var realm: String
}

struct PersonV1: Payload {
  static let fields = ["name": "string"]

  var name: String
}

struct Person: Payload {
  static let fields = ["first": "string", "last": "string"]

  var first: String
  var last: String
}
