import MedleyBase

// What `dump`, `#expect` and snapshot libraries show of a value: what it means, and not how it is
// stored. Storage has addresses, which differ from run to run.

extension CustomReflectable {
  /// Returns the mirror of a struct with members that it needn't store.
  fileprivate func mirror(showing members: KeyValuePairs<String, Any>) -> Mirror {
    Mirror(self, children: members, displayStyle: .struct)
  }
}

extension UnknownPayload: CustomReflectable {
  /// A mirror of the tag, the reason and the content.
  ///
  /// ```swift
  /// dump(payload)
  /// // ▿ UnknownPayload
  /// //   - tag: "OPERA"
  /// //   - reason: unregistered
  /// //   ▿ content: ...
  /// ```
  public var customMirror: Mirror {
    mirror(showing: [
      "tag": tag.map(\.plain) ?? "none",
      "reason": reason.detailed,
      "content": content,
    ])
  }
}

extension UnknownPayload.Reason: CustomReflectable {
  /// A mirror of the kind, and of the summary of an error.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = summary.map { [description: $0] } ?? [:]
    return Mirror(self, children: children, displayStyle: .enum)
  }

  /// The kind, with the summary of an error.
  fileprivate var detailed: String { summary.map { "\(description): \($0)" } ?? description }

  /// The summary of the error, if there is one.
  private var summary: String? {
    guard case .malformed(let error) = self else { return nil }
    return (error as? DecodingError)?.summary ?? "\(error)".bounded()
  }
}

extension TypeTag {
  /// The tag as a value of the language.
  fileprivate var plain: Any {
    switch self {
    case .string(let string): string
    case .integer(let integer): integer
    case .boolean(let boolean): boolean
    case .compound(let parts): parts.map { $0?.plain ?? "none" }
    }
  }
}

// MARK: - Registries

extension Discriminator: CustomReflectable {
  /// A mirror of the description.
  public var customMirror: Mirror {
    mirror(showing: ["place": description])
  }
}

extension PolymorphicRegistry: CustomStringConvertible {
  /// Where the tag is, and which tags there are.
  ///
  /// ```swift
  /// print(media)
  /// // PolymorphicRegistry<Media>: the tag is under "type", one of
  /// // "MOVIE", "BOOK"
  /// ```
  public var description: String {
    "\(QualifiedName.of(Self.self)): the tag is \(discriminator), \(table.known)"
  }
}

extension TagTable {
  /// Which tags there are.
  @inline(never) fileprivate var known: String {
    let listed = tags.isEmpty ? "" : "one of \(tags.listed)"
    if families.isEmpty { return tags.isEmpty ? "and no type is registered" : listed }
    return "\(listed)\(tags.isEmpty ? "" : " or ")like \(listedPatterns)"
  }
}

extension PolymorphicRegistry: CustomReflectable {
  /// A mirror of the discriminator, the tags with their types, and the policies.
  public var customMirror: Mirror {
    let entries: [String] = self.entries.map { entry in
      let tags = entry.tags.map(\.shortened) + (entry.pattern.map { [$0.description] } ?? [])
      return "\(tags.joined(separator: ", ")): \(entry.name)"
    }
    return mirror(
      showing: ["discriminator": "\(discriminator)", "tags": entries, "policies": policies]
    )
  }
}

extension PolymorphicRegistry.Policies: CustomReflectable {
  /// A mirror of the policies as they are written in code.
  public var customMirror: Mirror {
    mirror(showing: [
      "unknown": unknown.rule.name,
      "missing": missing.rule.name,
      "null": null?.rule.name ?? "nil",
      "wrongKind": wrongKind.rule.name,
      "malformed": malformed.rule.name,
    ])
  }
}

extension FallbackRule {
  fileprivate var name: String {
    switch self {
    case .keep: ".keep"
    case .throw, .unstated: ".throw"
    case .assume(let tag): ".assume(\(tag.shortened))"
    case .decode(let entry): ".decode(as: \(entry.name))"
    case .replace(let rule): rule.name
    }
  }
}

// MARK: - Wrappers

extension PolymorphicValue: CustomReflectable {
  /// A mirror of the value, or of the payload that is unknown.
  public var customMirror: Mirror {
    let unknown = projectedValue?.unknown
    return mirror(showing: unknown.map { ["unknown": $0] } ?? ["wrappedValue": wrappedValue as Any])
  }
}

// MARK: - Reports and errors

extension DecodingIssue: CustomReflectable {
  /// A mirror of the path, the error, what was recovered, the action and the tag.
  public var customMirror: Mirror {
    mirror(showing: [
      "codingPath": codingPath.described(),
      "error": error.problem,
      "recoveredPath": recoveredPath.described(),
      "action": action.description,
      "tag": tag?.description ?? "none",
      "rootType": rootType ?? "none",
    ])
  }
}

extension DecodingReport: CustomReflectable {
  /// A mirror of the issues and the counts, in an order that doesn't change from run to run.
  public var customMirror: Mirror {
    func lines(_ counted: Counted) -> [String] {
      counts(of: counted).map { count in
        let name = counted == .member ? count.path : count.value.shortened
        return "\(count.type.map { $0 + " " } ?? "")\(name): \(count.count)"
      }.inOrder
    }
    return mirror(showing: [
      "issues": issues.map(\.description),
      "unknownTags": lines(.tag),
      "unknownRawValues": lines(.rawValue),
      "unknownMembers": lines(.member),
    ])
  }
}

extension DiscriminatorError: CustomReflectable {
  /// A mirror of the code, the tag, the fact and the remedy.
  public var customMirror: Mirror {
    mirror(showing: [
      "code": code.description,
      "tag": tag?.description ?? "none",
      "fact": fact,
      "remedy": remedy ?? "none",
    ])
  }
}
