/// The members that the parts of a composition wrote into their object.
struct WrittenMembers {
  private enum Member {
    case value(any Encodable, owner: any Any.Type)
    /// A nested object or array, whose content can't be compared any more.
    case container(owner: any Any.Type)
  }

  private var members: [String: Member] = [:]
  /// Whether the part that is being encoded leaves to others what they wrote.
  var yields = false

  /// Notes a member, and returns whether it is new.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both parts, if another part wrote another value.
  mutating func insert(
    _ value: some Encodable,
    for key: String,
    by owner: any Any.Type,
    _ encoder: any Encoder
  ) throws -> Bool {
    guard let member = members[key] else {
      members[key] = .value(value, owner: owner)
      return true
    }
    if yields { return false }
    switch member {
    case .value(let other, owner: let first):
      // Trees are made only here, where two parts have one key.
      let isEqual =
        try PayloadValue(encoding: other, userInfo: encoder.userInfo)
        == PayloadValue(encoding: value, userInfo: encoder.userInfo)
      if isEqual { return false }
      throw Self.conflict(value, key, first, owner, encoder)
    case .container(owner: let first):
      throw Self.conflict(value, key, first, owner, encoder)
    }
  }

  /// Notes a nested container, and returns what is wrong if there is such a member.
  mutating func insertContainer(for key: String, by owner: any Any.Type) -> String? {
    switch members.updateValue(.container(owner: owner), forKey: key) {
    case nil: nil
    case .value(_, owner: let first)?, .container(owner: let first)?:
      "a second \"\(key)\" beside that of \(first)"
    }
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
