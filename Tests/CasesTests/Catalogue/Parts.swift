struct Envelope: Payload {
  static let fields = ["id": "int"]

  var id: Int
}

struct MediaCommon: Payload {
  static let fields = ["title": "string", "year": "int?"]

  var title: String
  var year: Int?
}

struct MovieDetails: Payload {
  static let fields = ["director": "string"]

  var director: String
}
