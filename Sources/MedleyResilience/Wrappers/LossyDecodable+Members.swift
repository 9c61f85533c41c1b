public import Medley

// MARK: - Decoding members with a placeholder

extension LossyDecodable {
  /// Decodes the valid parts of a member, or returns the placeholder with an issue.
  @inlinable
  static func decodeOrPlaceholder<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    do {
      guard container.contains(key) else {
        if isOptional { return placeholder }
        throw container.absence(of: key)
      }
      // Without issues to remove, an attempt isn't needed: it takes 3,000 instructions, most of them
      // to find the receiver of the container.
      return try Listeners.exist && !failsWithoutIssues
        ? attempt(from: container, forKey: key) : decodeLossy(from: container, forKey: key)
    } catch {
      return try placeholder(for: error, from: container, forKey: key)
    }
  }

  /// Whether a member that can't be decoded leaves no issues.
  @usableFromInline static var failsWithoutIssues: Bool { attemptingTypes.passes(Self.self) }

  /// Decodes the valid parts of a member, whose issues are removed if it fails.
  @usableFromInline
  static func attempt<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    try IssueCollector.attempting(container.userInfo(at: key)) {
      try decodeLossy(from: container, forKey: key)
    }
  }

  /// Returns the placeholder for a member that failed, with an issue.
  @usableFromInline
  static func placeholder<Key: CodingKey>(
    for error: any Error,
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Self {
    if container.contains(key), MedleyDecoders.cast(container, key)?.isGrowing == true {
      throw error
    }
    // Some decoders throw before they call the type, so the path is that of the member.
    let path = container.codingPath + [key]
    if try !isSilent(error, at: path) {
      DecodingIssue.report(
        error,
        at: path,
        action: .defaulted,
        for: container.userInfo(at: key)
      ) {
        container.contains(key) ? try container.decode(OriginalJSON.self, forKey: key) : nil
      }
    }
    return placeholder
  }
}

/// A type whose members remove their issues themselves if they fail.
///
/// They do so where they have a decoder, which knows its receiver. A container has to be asked for it.
protocol AttemptingDecodable: LossyDecodable {
  /// Whether they do: some only for certain types inside.
  static var removesIssues: Bool { get }
}

extension AttemptingDecodable {
  static var removesIssues: Bool { true }
}

private let attemptingTypes = TypeTest { type in
  (type as? any AttemptingDecodable.Type)?.removesIssues == true
}

extension KeyedDecodingContainer {
  /// Returns the error for an absent member.
  @usableFromInline
  func absence(of key: Key) -> DecodingError {
    let name = TypeTag.string(key.stringValue).shortened
    return .keyNotFound(key, .init(at: codingPath, "No value associated with key \(name)."))
  }
}
