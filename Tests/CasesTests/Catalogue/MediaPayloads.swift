struct Movie: Payload {
  static let fields = ["title": "string", "minutes": "int?"]

  var title: String
  var minutes: Int?
}

struct Book: Payload {
  static let fields = ["title": "string", "pages": "int?"]

  var title: String
  var pages: Int?
}

struct Song: Payload {
  static let fields = ["title": "string", "seconds": "int?"]

  var title: String
  var seconds: Int?
}

struct Podcast: Payload {
  static let fields = ["title": "string", "host": "string?"]

  var title: String
  var host: String?
}

struct Track: Payload {
  static let fields = ["trackTitle": "string", "playCount": "int?"]

  var trackTitle: String
  var playCount: Int?
}

struct Clip: Payload {
  static let fields = ["title": "string", "meta": "ClipMeta"]

  var title: String
  var meta: ClipMeta
}

struct ClipMeta: Payload {
  static let fields = ["lang": "string"]

  var lang: String
}

struct Labelled: Payload {
  static let fields = ["type": "string", "title": "string"]

  var type: String
  var title: String
}

struct Generic: Payload {
  static let fields = ["type": "string", "title": "string?"]

  var type: String
  var title: String?
}

struct Poem: Payload {
  static let fields = ["lines": "[string]"]

  var lines: [String]
}
