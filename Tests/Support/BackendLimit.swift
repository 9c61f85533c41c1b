/// A value that a format can't hold or a feature that a coder lacks.
///
/// Tests skip such values visibly; they never count as passed.
package enum BackendLimit: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text isn't JSON, so it can't be converted to another format.
  case text

  /// The text is nested more deeply than the property list coders allow.
  case depth

  /// An object has a duplicate member.
  case duplicateMember

  /// A value doesn't survive the format: a number beyond every type, or `"$null"`.
  case value

  /// The encoder supports only arrays and objects at the top level.
  case fragment

  case keyStrategy

  package var description: String {
    switch self {
    case .text: "the text is no JSON, so it can't be transcoded"
    case .depth: "the text is nested too deeply to be transcoded"
    case .duplicateMember: "an object has a member twice, which the format can't hold"
    case .value: "the format can't hold a value of the input"
    case .fragment: "the encoder writes no scalar on top"
    case .keyStrategy: "the coder has no key strategies"
    }
  }
}

// MARK: - Finding limits

extension Backend {
  /// The limit that prevents decoding `json`; nil if there is none.
  package func limit(decoding json: String) -> BackendLimit? {
    guard let format = propertyListFormat else { return nil }
    do {
      _ = try propertyList(of: json, as: format)
      return nil
    } catch {
      return error
    }
  }

  /// The limit that prevents encoding a value to `tree`; nil if there is none.
  package func limit(encoding tree: JSONTree) -> BackendLimit? {
    propertyListFormat != nil && tree.isScalar ? .fragment : nil
  }
}
