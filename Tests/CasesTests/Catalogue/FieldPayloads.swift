import Medley
import MedleyResilience

struct Profile: Payload {
  static let fields = ["nickname": "field string"]

  var nickname: FieldValue<String>
}

struct Patch: Payload {
  static let fields = ["name": "field string", "tags": "field [string]"]

  var name: FieldValue<String>
  var tags: FieldValue<[String]>
}

struct Stamped: Payload {
  static let fields = ["stamp": "field string"]

  var stamp: FieldValue<String>
}
