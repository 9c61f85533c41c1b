import Medley

struct Text: Payload {
  static let fields = ["text": "string"]

  var text: String
}

struct Image: Payload {
  static let fields = ["url": "string", "alt": "string?"]

  var url: String
  var alt: String?
}

struct Group: Payload {
  static let fields = ["label": "string", "child": "@Block?"]

  var label: String
  var child: Polymorphic<any Block>?
}

struct Column: Payload {
  static let fields = ["blocks": "[@Block]"]

  var blocks: [Polymorphic<any Block>]
}

struct Marker: Payload {
  static let fields: [String: String] = [:]
}

struct Cat: Payload {
  static let fields = ["name": "string?", "lives": "int?"]

  var name: String?
  var lives: Int?
}

struct Dog: Payload {
  static let fields = ["name": "string?", "tricks": "[string]?"]

  var name: String?
  var tricks: [String]?
}
