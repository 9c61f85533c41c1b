/// The search for unknown members.
package enum UnknownMembers {
  private static let key = CodingUserInfoKey(own: "Medley.unknownMembers")

  /// Calls a function with the key for the user information of a decoder that asks for them.
  ///
  /// - Parameters:
  ///   - isOn: Whether the decoder asks for them.
  ///   - set: Stores `isOn` under the key.
  package static func ask(_ isOn: Bool, _ set: (_ key: CodingUserInfoKey) -> Void) {
    set(key)
    if isOn { Listeners.announce(Listeners.Flag.members) }
  }

  /// The keys of the tag of an element, and the length of the element's path.
  @TaskLocal private static var tag: (keys: [String], depth: Int)?

  /// Calls a function that decodes an element, whose tag isn't unknown to its payload.
  package static func inElement<Result>(
    at decoder: any Decoder,
    taggedBy keys: @autoclosure () -> [String],
    _ body: () throws -> Result
  ) rethrows -> Result {
    // Finding the path takes long in deep documents.
    guard areSought, areSought(by: decoder.userInfo) else { return try body() }
    return try $tag.withValue((keys(), decoder.codingPath.count), operation: body)
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
    userInfo[key] as? Bool == true
  }
}
