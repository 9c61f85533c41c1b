/// What a format can't hold or a coder can't do, whatever is decoded.
///
/// A test skips what meets a limit, and says so; it never counts as passed.
package enum BackendLimit: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no JSON, so no other format can be made of it.
  case text

  /// The text is nested more deeply than a property list is written here.
  case depth

  /// An object has a member twice.
  case duplicateMember

  /// A value isn't read back as it was written: a number beyond every type, or `"$null"`.
  case value

  /// The encoder writes nothing but arrays and objects on top.
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
  /// The limit that stands in the way of decoding `json`; nil if none does.
  package func limit(decoding json: String) -> BackendLimit? {
    guard let format = propertyListFormat else { return nil }
    do {
      _ = try propertyList(of: json, as: format)
      return nil
    } catch {
      return error
    }
  }

  /// The limit that stands in the way of encoding a value to `tree`; nil if none does.
  package func limit(encoding tree: JSONTree) -> BackendLimit? {
    propertyListFormat != nil && tree.isScalar ? .fragment : nil
  }
}
