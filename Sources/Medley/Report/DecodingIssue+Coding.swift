// MARK: - Coding

extension DecodingIssue {
  fileprivate enum CodingKeys: CodingKey {
    case path, fault, details, recoveredPath, action, tag, content
  }

  /// Decodes an issue that was recorded; its error is a ``RecordedFault``.
  fileprivate init(from container: KeyedDecodingContainer<CodingKeys>) throws {
    let fault = try container.decode(String.self, forKey: .fault)
    let details = try container.decodeIfPresent(String.self, forKey: .details)
    self.init(
      error: RecordedFault(description: details ?? fault, redacted: fault),
      at: try container.decode([PathElement].self, forKey: .path).map(\.key),
      recoveredPath: try container.decode([PathElement].self, forKey: .recoveredPath).map(\.key),
      action: Action(description: try container.decode(String.self, forKey: .action)),
      tag: try container.decodeIfPresent(TypeTag.self, forKey: .tag),
      // Null is content, too.
      content: container.contains(.content)
        ? .init(try container.decode(PayloadValue.self, forKey: .content)) : .none
    )
  }

  fileprivate func encode(
    to container: inout KeyedEncodingContainer<CodingKeys>,
    withContent: Bool
  ) throws {
    try container.encode(codingPath.map(PathElement.init), forKey: .path)
    try container.encode(error.redactedFault, forKey: .fault)
    if withContent, error.fault != error.redactedFault {
      try container.encode(error.fault, forKey: .details)
    }
    try container.encode(recoveredPath.map(PathElement.init), forKey: .recoveredPath)
    try container.encode(action.description, forKey: .action)
    try container.encodeIfPresent(tag, forKey: .tag)
    if withContent { try container.encodeIfPresent(content, forKey: .content) }
  }

  /// An issue as a report holds it when it is encoded.
  fileprivate struct Record: Codable {
    let issue: DecodingIssue
    let hasContent: Bool

    init(_ issue: DecodingIssue, withContent: Bool) {
      self.issue = issue
      hasContent = withContent
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      issue = try DecodingIssue(from: container)
      hasContent = container.contains(.content) || container.contains(.details)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try issue.encode(to: &container, withContent: hasContent)
    }
  }
}

/// What was wrong, as a report that was encoded says it.
///
/// It is the ``DecodingIssue/error`` of an issue that was decoded: errors themselves can't be
/// encoded.
///
/// ```swift
/// let report = try JSONDecoder().decode(DecodingReport.self, from: data)
/// report.issues.first?.error  // RecordedFault: "expected a string, found null"
/// ```
public struct RecordedFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was wrong, in a few words and without the path.
  public let description: String

  /// The same without any words that may quote the payload.
  let redacted: String
}

/// A key of a path: a string, or an integer where it is an index.
private struct PathElement: Codable {
  let key: WireKey

  init(_ key: any CodingKey) {
    self.key = WireKey(key)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    key =
      if let index = try? container.decode(Int.self) {
        WireKey(index: index)
      } else {
        WireKey(try container.decode(String.self))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let index = key.index {
      try container.encode(index)
    } else {
      try container.encode(key.stringValue)
    }
  }
}

extension DecodingReport: Codable {
  private enum CodingKeys: CodingKey {
    case issues, unknownTags, unknownRawValues
  }

  /// How often a tag or a raw value was met: tags are of several kinds, so they can't be keys.
  fileprivate struct Count: Codable {
    var type: String?
    let value: TypeTag
    let count: Int
  }

  /// Decodes a report that was encoded, with the content if it was encoded with it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    let records = try container.decode([DecodingIssue.Record].self, forKey: .issues)
    issues = records.map(\.issue)
    encodesContent = records.contains(where: \.hasContent)
    for count in try container.decode([Count].self, forKey: .unknownTags) {
      unknownTags[count.value] = count.count
    }
    for count in try container.decode([Count].self, forKey: .unknownRawValues) {
      unknownRawValues[count.type ?? "", default: [:]][count.value] = count.count
    }
  }

  /// Encodes the issues and the counts.
  ///
  /// The content of what was dropped is left out unless ``encodesContent`` says otherwise, and so
  /// are words of errors that may quote it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let records = issues.map { DecodingIssue.Record($0, withContent: encodesContent) }
    try container.encode(records, forKey: .issues)
    let tags = unknownTags.map { Count(value: $0.key, count: $0.value) }
    try container.encode(tags.sorted(), forKey: .unknownTags)
    let rawValues = unknownRawValues.flatMap { name, counts in
      counts.map { Count(type: name, value: $0.key, count: $0.value) }
    }
    try container.encode(rawValues.sorted(), forKey: .unknownRawValues)
  }
}

extension DecodingReport.Count: Comparable {
  /// By type, and then by the description of the value.
  fileprivate static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.type ?? "", "\(lhs.value)") < (rhs.type ?? "", "\(rhs.value)")
  }
}
