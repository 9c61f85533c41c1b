/// The members that the parts of a composition wrote into their object.
struct WrittenMembers {
  private enum Content {
    case value(any Encodable)
    /// A nested object or array, whose content can't be compared any more.
    case container
  }

  private struct Member {
    let content: Content
    let owner: any Any.Type
    let part: Int
  }

  private var members: [String: Member] = [:]
  private var count = 0
  /// The number of the part that is being encoded.
  private(set) var part = 0
  /// For a part that leaves to others what is theirs: the members that they know.
  private(set) var claimed: Set<String>?

  mutating func begin(yielding claimed: Set<String>?) {
    count += 1
    part = count
    self.claimed = claimed
  }

  mutating func end(part: Int, yielding claimed: Set<String>?) {
    self.part = part
    self.claimed = claimed
  }

  /// Notes a member, and returns whether it is to be written.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both parts, if another part wrote another value.
  mutating func insert(
    _ value: some Encodable,
    for key: String,
    by owner: any Any.Type,
    _ encoder: any Encoder
  ) throws -> Bool {
    guard let member = members[key] else {
      if let claimed, claimed.contains(key), try !isNull(value, encoder) {
        // Its owner has removed it. (A null that came is no less there than before.)
        return false
      }
      members[key] = Member(content: .value(value), owner: owner, part: part)
      return true
    }
    if claimed != nil { return false }
    guard case .value(let other) = member.content else {
      throw Self.conflict(value, key, member.owner, owner, encoder)
    }
    // Trees are made only here, where two parts have one key.
    let isEqual =
      try PayloadValue(encoding: other, userInfo: encoder.userInfo)
      == PayloadValue(encoding: value, userInfo: encoder.userInfo)
    if isEqual { return false }
    throw Self.conflict(value, key, member.owner, owner, encoder)
  }

  private func isNull(_ value: some Encodable, _ encoder: any Encoder) throws -> Bool {
    try PayloadValue(encoding: value, userInfo: encoder.userInfo) == .null
  }

  /// Notes a nested container, and returns what is wrong if another part has such a member.
  mutating func insertContainer(for key: String, by owner: any Any.Type) -> String? {
    let member = Member(content: .container, owner: owner, part: part)
    // A part may ask twice for its own container, as every encoder allows.
    guard let first = members.updateValue(member, forKey: key), first.part != part else {
      return nil
    }
    return "a second \"\(key)\" beside that of \(first.owner)"
  }

  private static func conflict(
    _ value: Any,
    _ key: String,
    _ first: any Any.Type,
    _ second: any Any.Type,
    _ encoder: any Encoder
  ) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: encoder.codingPath + [WireKey(key)],
        debugDescription: """
          Two parts of one object write different values under "\(key)": \(first) and \(second). \
          Give one of them another key, or make them agree.
          """
      )
    )
  }
}
