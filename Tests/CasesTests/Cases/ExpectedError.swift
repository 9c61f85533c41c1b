import TestSupport

/// The error that a case expects; what is nil isn't asked about.
struct ExpectedError {
  let channel: Channel
  let code: FaultCode
  let path: [PathElement]?
  let tag: JSONTree?

  /// The tag that the error suggests; `null` where it suggests none.
  let nearest: JSONTree?

  /// Asked about only where the decoder sees the bytes.
  let line: Int?

  /// What the description contains.
  let mentions: [String]
  let shorterThan: Int?

  enum Channel: String {
    case registration
    case decoding
    case encoding
  }

  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "'error'")
    guard let channel = Channel(rawValue: try reader.string("channel")) else {
      throw .invalid("No channel of errors: \(tree)")
    }
    self.channel = channel
    code = try FaultCode(named: reader.string("code"))
    path = try reader.value("path").map { path throws(CaseProblem) in
      try PathElement.path(path)
    }
    tag = reader.value("tag")
    nearest = reader.value("nearest")
    line = try reader.integer("line")
    mentions = try reader.strings("mentions") ?? []
    shorterThan = try reader.integer("shorterThan")
    try reader.finish()
  }
}

/// The codes by which the cases name what is wrong.
enum FaultCode: String {
  case duplicateTag
  case keyClash
  case ambiguousDeduction
  case unknownTag
  case missingTag
  case wrongKindTag
  case noMatch
  case ambiguousMatch
  case malformedWrapper
  case keyNotFound
  case valueNotFound
  case typeMismatch
  case wrongValue
  case malformedJSON
  case tooDeep
  case tagDisagrees
  case unregisteredType
  case notEncodable

  init(named name: String) throws(CaseProblem) {
    guard let code = FaultCode(rawValue: name) else { throw .invalid("No code '\(name)'") }
    self = code
  }
}
