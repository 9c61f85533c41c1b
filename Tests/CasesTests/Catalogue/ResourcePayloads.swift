struct Pod: Payload {
  static let fields = ["name": "string", "containers": "[string]"]

  var name: String
  var containers: [String]
}

struct Service: Payload {
  static let fields = ["name": "string", "port": "int"]

  var name: String
  var port: Int
}
