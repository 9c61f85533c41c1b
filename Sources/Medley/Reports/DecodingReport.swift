import MedleyBase

/// The issues of one decode call that succeeded.
///
/// ```swift
/// let (page, report) = try DecodingReport.collecting {
///   try decoder.decode(Page.self, from: data)
/// }
/// for issue in report.issues {
///   print(issue)
///   // items[3].director: missing (in MOVIE); dropped
/// }
/// ```
///
/// The report is passed to the decoded types in a task-local value. Decoders stay unchanged, and
/// decode calls that run at the same time don't mix.
public struct DecodingReport: Sendable {
  /// The values that were dropped, defaulted or kept, in the order in which decoding met them.
  ///
  /// That is the order of the document in arrays, and the order of decoding among the properties of
  /// a type. If the decoder provides no order, the members of lossy dictionaries are sorted by key,
  /// and those of plain dictionaries with lossy values have no order.
  public internal(set) var issues: [DecodingIssue] = []

  /// The number of elements with each unknown tag, whatever the policy.
  public internal(set) var unknownTags: [TypeTag: Int] = [:]

  /// The number of each unknown raw value in open enums, by the name of the enum.
  ///
  /// The name has those of the types around the enum, and no module: `Genre` or `Page.Genre`.
  ///
  /// ```swift
  /// report.unknownRawValues["Genre"]  // ["WESTERN": 3]
  /// ```
  ///
  /// It includes `OpenEnum`, `ForwardCompatibleEnum` and `ForwardCompatibleCases`. Raw values
  /// that aren't strings or integers are counted by their description.
  public internal(set) var unknownRawValues: [String: [TypeTag: Int]] = [:]

  /// The number of each member that `Preserving` values of MedleyComposition keep because their types
  /// don't write it, by the name of the type and the path in its values.
  ///
  /// They are counted if the decoder asks for it:
  ///
  /// ```swift
  /// decoder.userInfo.reportUnknownMembers()
  /// ...
  /// report.unknownMembers["Page"]
  /// // ["rating": 2, "comments[].author.nickname": 7]
  /// ```
  ///
  /// The type is that of the `Preserving` value, also for members of the objects inside. A path has no
  /// indices, so members of all elements of an array are counted together.
  public internal(set) var unknownMembers: [String: [String: Int]] = [:]

  /// The name of the type that was decoded, or nil if it isn't known or there are several.
  ///
  /// ```swift
  /// DecodingReport.observe { issue in
  ///   log(issue.redactedDescription)
  /// } counts: { report in
  ///   log(report.rootType, report.redactedDescription)
  /// }
  /// ```
  ///
  /// MedleyJSON knows it; with other decoders it is the type that `collecting` returns, if that is
  /// `Decodable`.
  public var rootType: String? { root.name }

  /// The type that was decoded.
  var root = RootType.unknown

  /// Whether the report is encoded with the content of dropped values.
  ///
  /// Otherwise, the encoded form has paths, kinds of errors and tags, and no other text from the
  /// payload. ``redactedDescription`` has neither keys of dictionaries nor unknown tags.
  public var encodesContent = false

  /// Whether there are no issues.
  ///
  /// Unknown tags, raw values and members that were kept aren't issues.
  public var isClean: Bool { issues.isEmpty }
}

// MARK: - Limiting drops

extension DecodingReport {
  /// The number of dropped values.
  ///
  /// Values that were defaulted or kept aren't counted.
  public var droppedCount: Int {
    issues.count { $0.action == .dropped }
  }

  /// Throws if more values were dropped than a limit.
  ///
  /// ```swift
  /// let (feed, report) = try DecodingReport.collecting {
  ///   try decoder.decode(Feed.self, from: data)
  /// }
  /// try report.requireDropped(atMost: 5)
  /// ```
  ///
  /// - Throws: `DecodingError.dataCorrupted` at the path of the first error. It describes the number of
  ///   dropped values, the limit, and that error.
  /// - Complexity: O(*n*), where *n* is the number of issues.
  public func requireDropped(atMost limit: Int) throws(DecodingError) {
    let dropped = issues.filter { $0.action == .dropped }
    let count = dropped.count
    guard count > limit else { return }
    func describing(_ issue: (DecodingIssue) -> String) -> String {
      let first = dropped.first.map { " The first: " + issue($0) } ?? ""
      return """
        \(count) \(count == 1 ? "value was" : "values were") dropped, and \(limit) \
        \(limit == 1 ? "is" : "are") allowed.\(first)
        """.bounded()
    }
    let cause = DescribedError(
      description: describing { $0.error.problem + $0.tag.inParentheses },
      fact: describing { RedactedText.problem(of: $0.error) + $0.shownTag.inParentheses }
    )
    throw .invalid(at: dropped.first?.codingPath ?? [], cause.description, because: cause)
  }
}

// MARK: - Counting

extension DecodingReport {
  /// What is counted.
  enum Counted: String, CaseIterable {
    case tag
    case rawValue = "raw value"
    case member

    /// Returns what is counted in words, such as `unknown tags` or `unknown raw value "A" of Genre`.
    @inline(never) func noun(_ rest: String, of type: String?) -> String {
      "unknown " + rawValue + rest + (type.map { " of " + $0 } ?? "")
    }
  }

  /// The count of a tag or a raw value, which may be of several kinds and so can't be a key, or of
  /// a member.
  struct Count: Codable {
    /// The name of the type; nil for a tag.
    let type: String?
    /// The tag or the raw value, or the path of the member.
    let value: TypeTag
    let count: Int

    /// The path of a member.
    var path: String { value.keyText ?? "" }
  }

  /// Returns the counts, in no order.
  func counts(of counted: Counted) -> [Count] {
    func counts(of type: String?, _ values: [TypeTag: Int]) -> [Count] {
      values.map { Count(type: type, value: $0, count: $1) }
    }
    return switch counted {
    case .tag: counts(of: nil, unknownTags)
    case .rawValue: unknownRawValues.flatMap { counts(of: $0, $1) }
    case .member:
      unknownMembers.flatMap { type, members in
        members.map { Count(type: type, value: .string($0), count: $1) }
      }
    }
  }

  /// Returns the counts by type, and then by the description of the value.
  func sortedCounts(of counted: Counted) -> [Count] {
    let counts = counts(of: counted)
    // No name of a type has the first character of all.
    let order = counts.map { "\($0.type ?? "")\u{0}\($0.value)" }.sortedOrder
    return order.map { counts[$0] }
  }

  /// Adds to a count.
  ///
  /// It never overflows: an encoded report may have any number.
  @inline(never) mutating func add(_ count: Count, to counted: Counted) {
    switch (counted, count.value) {
    case (.tag, let tag): unknownTags[tag, default: 0] &+= count.count
    case (.rawValue, let value):
      unknownRawValues[count.type ?? "", default: [:]][value, default: 0] &+= count.count
    case (.member, .string(let path)):
      unknownMembers[count.type ?? "", default: [:]][path, default: 0] &+= count.count
    case (.member, _): break
    }
  }
}

// MARK: - Describing

extension DecodingReport: CustomStringConvertible {
  /// A line for each issue, unknown tag, unknown raw value and unknown member.
  public var description: String {
    let lines = Counted.allCases.flatMap { counted in
      counts(of: counted).map { count in
        let name = counted == .member ? count.path.bounded(to: 200) : count.value.shortened
        return counted.noun(" " + name, of: count.type) + ": met " + Self.times(count.count)
      }.inOrder
    }
    return (issues.map(\.description) + lines).joined(separator: "\n")
  }

  @inline(never) static func times(_ count: Int) -> String {
    count == 1 ? "once" : "\(count) times"
  }
}

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
    let problem: String = try container.value("fault")
    let details: String? = try container.optional("details")
    let contents = DecodingIssue.Contents(
      codingPath: try container.path("path"),
      error: DescribedError(description: details ?? problem, fact: problem),
      recoveredPath: try container.path("recoveredPath"),
      action: DecodingIssue.Action(
        description: try container.value("action"),
        replacement: try container.optional("replacement")
      ),
      element: (try container.optional("tag"), isRegistered: false),
      // Null is content as well.
      kept: container.contains(WireKey("content"))
        ? .value(try container.value("content")) : .none,
      root: try container.optional("rootType").map(RootType.named) ?? .unknown
    )
    issue = DecodingIssue(contents)
    hasContent = contents.kept != nil || container.contains(WireKey("details"))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    let problem = RedactedText.problem(of: issue.error)
    try container.encode(issue.codingPath, "path")
    try container.encode(problem, "fault")
    if hasContent, issue.error.problem != problem {
      try container.encode(issue.error.problem, "details")
    }
    try container.encode(issue.recoveredPath, "recoveredPath")
    try container.encode(issue.action.description, "action")
    try container.encode(issue.action.replacement, "replacement")
    try container.encode(issue.tag, "tag")
    try container.encode(issue.rootType, "rootType")
    if hasContent { try container.encode(issue.content, "content") }
  }
}

/// The description of an error: of one in a report that was encoded and decoded, or of one about a
/// decode call that dropped more values than a limit.
struct DescribedError: ProgramError {
  /// A short description of the error, without the path.
  let description: String

  /// The description without text that may come from the payload.
  let fact: String

  var codeText: String { "tooManyDrops" }
}

// Out of line: each call of a container with a key is 80 bytes.

extension KeyedDecodingContainer<WireKey> {
  @inline(never) fileprivate func value<Value: Decodable>(_ name: String) throws -> Value {
    try decode(Value.self, forKey: WireKey(name))
  }

  @inline(never) fileprivate func optional<Value: Decodable>(_ name: String) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: WireKey(name))
  }

  /// Decodes the keys of a path: strings, and integers for indices.
  @inline(never) fileprivate func path(_ name: String) throws -> [any CodingKey] {
    let key = WireKey(name)
    return try decode([PayloadValue].self, forKey: key).map { element in
      switch element {
      case .integer(let index): return WireKey(index: Int(clamping: index))
      // It isn't known any more which keys were those of dictionaries.
      case .string(let name): return WireKey(name, nil, isOfDictionary: name != "super")
      default: throw DecodingError.invalid(at: codingPath + [key], "Expected a path of keys.")
      }
    }
  }
}

extension KeyedEncodingContainer<WireKey> {
  @inline(never) fileprivate mutating func encode(
    _ value: (some Encodable)?,
    _ name: String
  ) throws {
    try encodeIfPresent(value, forKey: WireKey(name))
  }

  @inline(never) fileprivate mutating func encode(_ path: [any CodingKey], _ name: String) throws {
    let elements = path.map { key in
      key.index.map { PayloadValue.integer(Int64($0)) } ?? .string(key.stringValue)
    }
    try encode(elements, name)
  }
}

extension DecodingReport: Codable {
  /// Decodes an encoded report, with its content if it has some.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WireKey.self)
    self.init()
    let records: [DecodingIssue.Record] = try container.value("issues")
    issues = records.map(\.issue)
    encodesContent = records.contains(where: \.hasContent)
    for count in try container.value("unknownTags") as [Count] { add(count, to: .tag) }
    for count in try container.value("unknownRawValues") as [Count] { add(count, to: .rawValue) }
    root = try container.optional("rootType").map(RootType.named) ?? .unknown
    for member in try container.optional("unknownMembers") ?? [Count]() {
      add(member, to: .member)
    }
  }

  /// Encodes the issues and the counts.
  ///
  /// The content of dropped values, and text of errors that may quote it, are encoded only if
  /// ``encodesContent`` is true.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    let records = issues.map { DecodingIssue.Record(issue: $0, hasContent: encodesContent) }
    try container.encode(records, "issues")
    try container.encode(sortedCounts(of: .tag), "unknownTags")
    try container.encode(sortedCounts(of: .rawValue), "unknownRawValues")
    try container.encode(rootType, "rootType")
    let members = sortedCounts(of: .member)
    if !members.isEmpty { try container.encode(members, "unknownMembers") }
  }
}
