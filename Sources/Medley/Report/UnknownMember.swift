/// A member that a ``Preserving`` value keeps because its type doesn't write it.
///
/// A report lists such members if the decoder asks for them:
///
/// ```swift
/// decoder.userInfo.reportUnknownMembers()
/// let (pages, report) = try DecodingReport.collecting {
///   try decoder.decode([Preserving<Page>].self, from: data)
/// }
/// for member in report.unknownMembers {
///   print(member)
///   // [0].author.nickname, unknown to Page: met 3 times
/// }
/// ```
///
/// Members at the same place of values of one type are one: places in two arrays differ, and places in
/// one array don't.
public struct UnknownMember: Sendable {
  /// The name of the type that doesn't write the member.
  ///
  /// It is the type of the ``Preserving`` value, also for members of the objects inside.
  public let type: String

  /// The path of the first such member.
  public let codingPath: [any CodingKey]

  /// The number of such members.
  public internal(set) var count: Int

  /// The name of the member.
  public var name: String { codingPath.last?.stringValue ?? "" }

  /// The number of keys of the path that lead to the value.
  let depth: Int

  init(type: String, at path: [any CodingKey], in depth: Int, count: Int = 1) {
    self.type = type
    codingPath = path
    self.depth = depth
    self.count = count
  }

  /// What such members have in common: the type, and the path in the value without indices.
  struct Place: Hashable {
    private let type: String
    /// Nil for any index.
    private let path: [String?]

    @inline(never) init(_ member: UnknownMember) {
      type = member.type
      path = member.codingPath.dropFirst(member.depth).map {
        $0.index == nil ? $0.stringValue : nil
      }
    }
  }
}

extension UnknownMember: CustomStringConvertible {
  /// A description in one line: path, type and number.
  public var description: String {
    "\(codingPath.described), unknown to \(type.bounded(to: 200)): met \(count == 1 ? "once" : "\(count) times")"
  }
}

// MARK: - Asking for unknown members

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Lists the members that ``Preserving`` values keep in the reports of this decoder.
  ///
  /// ```swift
  /// decoder.userInfo.reportUnknownMembers()
  /// ```
  ///
  /// Each such value is encoded when it is decoded, to find the members that its type writes.
  /// Decoders that don't ask for it pay nothing.
  ///
  /// - Parameter isOn: Whether members are listed.
  public mutating func reportUnknownMembers(_ isOn: Bool = true) {
    guard let key = UnknownMembers.key else { return }
    self[key] = isOn
    if isOn { Listeners.announceMembers() }
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Lists the members that ``Preserving`` values keep in the reports of this decoder.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.reportUnknownMembers()
  /// ```
  ///
  /// - Parameter isOn: Whether members are listed.
  public mutating func reportUnknownMembers(_ isOn: Bool = true) {
    guard let key = UnknownMembers.key else { return }
    self[key] = isOn
    if isOn { Listeners.announceMembers() }
  }
}

/// The search for unknown members.
package enum UnknownMembers {
  fileprivate static let key = CodingUserInfoKey(rawValue: "Medley.unknownMembers")

  /// The keys of the tag of an element, and the length of the element's path.
  private struct Tag: Sendable {
    let keys: [String]
    let depth: Int
  }

  @TaskLocal private static var tag: Tag?

  /// Whether any decoder of the process has asked for unknown members.
  @inline(__always) package static var areSought: Bool { Listeners.seekMembers }

  /// Calls a function that decodes an element, whose tag isn't unknown to its payload.
  package static func inElement<Base, Result>(
    of registry: SharedRegistry<Base>,
    at decoder: any Decoder,
    _ body: () throws -> Result
  ) rethrows -> Result {
    // Finding the path takes long in deep documents.
    guard areSought, areSought(by: decoder.userInfo) else { return try body() }
    let keys = registry.contents.discriminator.form.members.compactMap(\.path.first)
    let tag = Tag(keys: keys, depth: decoder.codingPath.count)
    return try $tag.withValue(tag, operation: body)
  }

  /// Returns the receiver of the unknown members of a decoder; nil if it doesn't ask for them.
  static func collector(for decoder: any Decoder) -> IssueCollector? {
    let userInfo = decoder.userInfo
    return areSought(by: userInfo) ? IssueCollector.listening(userInfo) : nil
  }

  private static func areSought(by userInfo: [CodingUserInfoKey: Any]) -> Bool {
    key.map { userInfo[$0] as? Bool == true } ?? false
  }

  /// Reports the members that a type doesn't write.
  ///
  /// - Parameters:
  ///   - original: What came.
  ///   - baseline: What the type writes of it.
  ///   - type: The type.
  ///   - decoder: The decoder of the value.
  ///   - collector: The receiver.
  static func report(
    in original: PayloadValue,
    beside baseline: WrittenValue,
    of type: any Any.Type,
    from decoder: any Decoder,
    to collector: IssueCollector
  ) {
    let path = decoder.codingPath
    var search = Search(
      type: QualifiedName(type).text,
      depth: path.count,
      path: path
    )
    if let tag, tag.depth == path.count { search.tagKeys = Set(tag.keys) }
    search.visit(original, baseline)
    if !search.found.isEmpty { collector.count(search.found) }
  }

  /// The members that are found in one value.
  private struct Search {
    let type: String
    let depth: Int
    var path: [any CodingKey]
    /// The keys of the tag, which is beside the members of the value.
    var tagKeys: Set<String> = []
    var found: [UnknownMember] = []

    /// Whether the last key of the path is that of the tag.
    private func isTag(_ key: String) -> Bool {
      path.count == depth + 1 && tagKeys.contains(ValueMerge.typeKey(of: key, among: tagKeys))
    }

    /// Compares values at the same place, as deeply as capturing allows.
    ///
    /// Values inside that preserve their own JSON report their members themselves.
    mutating func visit(_ original: PayloadValue, _ baseline: WrittenValue) {
      if baseline.isWhole { return }
      switch (original, baseline.content) {
      case (.object(let members), .object(let written, _)):
        let places = [String: Int](positionsOf: written.map { $0.name ?? $0.key })
        let names = Set(places.keys)
        var seen: Set<String> = []
        for member in members {
          let name = ValueMerge.typeKey(of: member.key, among: names)
          guard seen.insert(name).inserted else { continue }
          path.append(WireKey(member.key))
          defer { path.removeLast() }
          if let place = places[name] {
            visit(member.value, written[place].value)
          } else if member.value != .null, !isTag(member.key) {
            found.append(UnknownMember(type: type, at: path, in: depth))
          }
        }
      case (.array(let elements), .array(let written)) where elements.count == written.count:
        for (index, (element, value)) in zip(elements, written).enumerated() {
          path.append(WireKey(index: index))
          visit(element, value)
          path.removeLast()
        }
      default:
        break
      }
    }
  }
}

// MARK: - Searching preserved values

extension PreservedOriginal {
  /// Reports the members that the type doesn't write, if the decoder asks for them.
  @inline(never) func reportUnknownMembers(of value: some Any, from decoder: any Decoder) {
    guard !isUnchanged, let collector = UnknownMembers.collector(for: decoder) else { return }
    let came: PayloadValue
    let written: WrittenValue
    switch content {
    case .value(let original, let baseline, _):
      (came, written) = (original, baseline)
    case .text(let document, let range):
      guard let value = value as? any Encodable,
        let baseline = Self.written(value, decodedFrom: decoder)
      else { return }
      (came, written) = (document.source.value(range), baseline)
    }
    UnknownMembers.report(
      in: came,
      beside: written,
      of: type(of: value),
      from: decoder,
      to: collector
    )
  }
}
