import Medley

extension DiscriminatorDescription {
  /// The discriminator that a case describes.
  var discriminator: Discriminator {
    get throws(CaseProblem) {
      switch self {
      case .key(let key): return .key(key)
      case .path(let keys): return .path(keys)
      case .adjacent(let tag, let content?): return .adjacent(tag: tag, content: content)
      case .adjacent(let tag, nil): return .adjacent(tag: tag)
      case .external: return .external
      case .wrapperArray: return .wrapperArray
      case .compound(let keys): return .compound(keys)
      case .deduced: return .deduced
      case .custom(let rules): return try Self.custom(rules)
      case .alternatives(let forms):
        var discriminator = try forms[0].discriminator
        for form in forms.dropFirst() { discriminator = discriminator.or(try form.discriminator) }
        return discriminator
      }
    }
  }

  private static func custom(_ rules: [Rule]) throws(CaseProblem) -> Discriminator {
    var tags: [(key: String, tag: TypeTag)] = []
    for rule in rules { tags.append((rule.key, try TypeTag(describedBy: rule.tag))) }
    return .custom { [tags] decoder in
      // What is no object has no keys, so no rule finds a tag.
      let members = try? decoder.container(keyedBy: RuleKey.self)
      return tags.first { members?.contains(RuleKey(stringValue: $0.key)) == true }?.tag
    }
  }

  private struct RuleKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}
