import MedleyBase

// MARK: - Coding

extension DecodingIssue {
  /// An issue of an encoded report.
  fileprivate struct Record {
    let issue: DecodingIssue
    let hasContent: Bool
  }
}

extension DecodingIssue.Record: Codable {
  /// Decodes an issue, with the description of its error.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WireKey.self)
    let problem = try container.decode(String.self, forKey: "fault")
    let details = try container.decodeIfPresent(String.self, forKey: "details")
    issue = DecodingIssue(
      DecodingIssue.Contents(
        codingPath: try container.path(forKey: "path"),
        error: RecordedError(description: details ?? problem, redacted: problem),
        recoveredPath: try container.path(forKey: "recoveredPath"),
        action: DecodingIssue.Action(
          description: try container.decode(String.self, forKey: "action"),
          replacement: try container.decodeIfPresent(TypeTag.self, forKey: "replacement")
        ),
        tag: try container.decodeIfPresent(TypeTag.self, forKey: "tag"),
        showsTag: false,
        // Null is content as well.
        kept: container.contains("content")
          ? .value(try container.decode(PayloadValue.self, forKey: "content")) : .none,
        root: try RootType(in: container)
      )
    )
    hasContent = container.contains("content") || container.contains("details")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    let problem = RedactedText.problem(of: issue.error)
    try container.encode(issue.codingPath.elements, forKey: "path")
    try container.encode(problem, forKey: "fault")
    if hasContent, issue.error.problem != problem {
      try container.encode(issue.error.problem, forKey: "details")
    }
    try container.encode(issue.recoveredPath.elements, forKey: "recoveredPath")
    try container.encode(issue.action.description, forKey: "action")
    try container.encodeIfPresent(issue.action.replacement, forKey: "replacement")
    try container.encodeIfPresent(issue.tag, forKey: "tag")
    try container.encodeIfPresent(issue.rootType, forKey: "rootType")
    if hasContent { try container.encodeIfPresent(issue.content, forKey: "content") }
  }
}

extension RootType {
  fileprivate init(in container: KeyedDecodingContainer<WireKey>) throws {
    let name = try container.decodeIfPresent(String.self, forKey: "rootType")
    self = name.map(Self.named) ?? .unknown
  }
}

/// The description of an error in a report that was encoded and decoded.
struct RecordedError: Error, CustomStringConvertible {
  /// A short description of the error, without the path.
  let description: String

  /// The description without text that may come from the payload.
  let redacted: String
}

extension KeyedDecodingContainer<WireKey> {
  /// Decodes the keys of a path: strings, and integers for indices.
  @inline(never) fileprivate func path(forKey key: Key) throws -> [any CodingKey] {
    try decode([PayloadValue].self, forKey: key).map { element in
      switch element {
      case .integer(let index): return WireKey(index: Int(clamping: index))
      // It isn't known any more which keys were those of dictionaries.
      case .string(let name): return WireKey(name, nil, isOfDictionary: name != "super")
      default: throw DecodingError.invalid(at: codingPath + [key], "Expected a path of keys.")
      }
    }
  }
}

extension [any CodingKey] {
  @inline(never) fileprivate var elements: [PayloadValue] {
    map { key in key.index.map { .integer(Int64($0)) } ?? .string(key.stringValue) }
  }
}

extension DecodingReport: Codable {
  /// Decodes an encoded report, with its content if it has some.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WireKey.self)
    self.init()
    let records = try container.decode([DecodingIssue.Record].self, forKey: "issues")
    issues = records.map(\.issue)
    encodesContent = records.contains(where: \.hasContent)
    for count in try container.decode([Count].self, forKey: "unknownTags") { add(count, to: .tag) }
    for count in try container.decode([Count].self, forKey: "unknownRawValues") {
      add(count, to: .rawValue)
    }
    root = try RootType(in: container)
    let members = try container.decodeIfPresent([Count].self, forKey: "unknownMembers") ?? []
    for member in members { add(member, to: .member) }
  }

  /// Encodes the issues and the counts.
  ///
  /// The content of dropped values, and text of errors that may quote it, are encoded only if
  /// ``encodesContent`` is true.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    let records = issues.map { DecodingIssue.Record(issue: $0, hasContent: encodesContent) }
    try container.encode(records, forKey: "issues")
    try container.encode(sortedCounts(of: .tag), forKey: "unknownTags")
    try container.encode(sortedCounts(of: .rawValue), forKey: "unknownRawValues")
    try container.encodeIfPresent(rootType, forKey: "rootType")
    let members = sortedCounts(of: .member)
    if !members.isEmpty { try container.encode(members, forKey: "unknownMembers") }
  }
}

extension DecodingReport.Count: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WireKey.self)
    type = try container.decodeIfPresent(String.self, forKey: "type")
    value = try container.decode(TypeTag.self, forKey: "value")
    count = try container.decode(Int.self, forKey: "count")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encodeIfPresent(type, forKey: "type")
    try container.encode(value, forKey: "value")
    try container.encode(count, forKey: "count")
  }
}
