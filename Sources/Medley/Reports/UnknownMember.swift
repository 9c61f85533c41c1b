import MedleyBase

/// A member that a `Preserving` value keeps because its type doesn't write it.
///
/// A report lists such members if the decoder asks for them. `Preserving` is in MedleyComposition:
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
  /// It is the type of the `Preserving` value, also for members of the objects inside.
  public let type: String

  /// The path of the first such member.
  public let codingPath: [any CodingKey]

  /// The number of such members.
  public internal(set) var count: Int

  /// The name of the member.
  public var name: String { codingPath.last?.stringValue ?? "" }

  /// The number of keys of the path that lead to the value.
  let depth: Int

  package init(type: String, at path: [any CodingKey], in depth: Int, count: Int = 1) {
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

/// The search for unknown members.
package enum UnknownMembers {
  private static let key = CodingUserInfoKey(rawValue: "Medley.unknownMembers")

  /// Calls a function with the key for the user information of a decoder that asks for them.
  ///
  /// - Parameters:
  ///   - isOn: Whether the decoder asks for them.
  ///   - set: Stores `isOn` under the key.
  package static func ask(_ isOn: Bool, _ set: (_ key: CodingUserInfoKey) -> Void) {
    guard let key else { return }
    set(key)
    if isOn { Listeners.announceMembers() }
  }

  /// The keys of the tag of an element, and the length of the element's path.
  private struct Tag: Sendable {
    let keys: [String]
    let depth: Int
  }

  @TaskLocal private static var tag: Tag?

  /// Calls a function that decodes an element, whose tag isn't unknown to its payload.
  package static func inElement<Result>(
    at decoder: any Decoder,
    taggedBy keys: @autoclosure () -> [String],
    _ body: () throws -> Result
  ) rethrows -> Result {
    // Finding the path takes long in deep documents.
    guard areSought, areSought(by: decoder.userInfo) else { return try body() }
    let tag = Tag(keys: keys(), depth: decoder.codingPath.count)
    return try $tag.withValue(tag, operation: body)
  }

  /// The keys of the tag of the element whose path has a length; empty if there is none.
  package static func tagKeys(at depth: Int) -> [String] {
    tag.flatMap { $0.depth == depth ? $0.keys : nil } ?? []
  }

  /// Returns the receiver of the unknown members of a decoder; nil if it doesn't ask for them.
  package static func collector(for decoder: any Decoder) -> IssueCollector? {
    let userInfo = decoder.userInfo
    return areSought(by: userInfo) ? IssueCollector.listening(userInfo) : nil
  }

  private static func areSought(by userInfo: [CodingUserInfoKey: Any]) -> Bool {
    key.map { userInfo[$0] as? Bool == true } ?? false
  }
}
