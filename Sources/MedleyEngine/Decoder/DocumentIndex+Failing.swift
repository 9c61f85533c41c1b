import MedleyBase

// MARK: - Failing

extension DocumentIndex {
  /// Returns the error for a value of another kind.
  ///
  /// Null is an absent value, except for a Boolean, where it is a mismatch as with `JSONDecoder`.
  @inline(never) package func mismatch(
    _ type: any Any.Type,
    at position: Int,
    path: [any CodingKey]? = nil
  ) -> DecodingError {
    let found = found(at: position)
    return withDocument { document in
      let isBoolean = found == .absent && type == Bool.self
      let description =
        isBoolean
        ? "Expected to decode Bool but found null instead."
        : state.errorTexts.text(type, found)
      let path = path ?? self.path(of: position)
      let context = document.context(description, at: position, path: path)
      return found == .absent && !isBoolean
        ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
  }

  private func found(at position: Int) -> ErrorTexts.Reason {
    switch kind(position) {
    case .null: .absent
    case .true, .false: .boolean
    case .integer, .decimal: .number
    case .ascii, .text, .escaped: .string
    case .object: .object
    case .array: .array
    }
  }

  /// Returns the error for a number that doesn't fit a type.
  @inline(never) func unrepresentable(_ type: any Any.Type, at position: Int) -> DecodingError {
    let ending = state.errorTexts.text(type, .unrepresentable)
    let number = numberText(position).bounded(to: Self.longestText)
    return corrupted("Parsed JSON number <" + number + ending, at: position)
  }

  /// The number of bytes that a description has of a number or a key.
  private static var longestText: Int { 900 }

  /// Returns the error for a value that its type refuses.
  @inline(never) func corrupted(_ description: String, at position: Int) -> DecodingError {
    .dataCorrupted(document.context(description.bounded(), at: position, path: path(of: position)))
  }

  /// The beginning of a key for a description; `bounded` isn't called for each absent member.
  @inline(__always) private static func shortened(_ key: String) -> String {
    key.utf8.count <= longestText ? key : key.bounded(to: longestText)
  }

  /// Returns the error for an absent member.
  @inline(never) func missing(_ key: some CodingKey, in object: Int) -> DecodingError {
    .keyNotFound(
      key,
      document.context(
        // Concatenated, because interpolation takes ten times as long.
        "No value associated with key \"" + Self.shortened(key.stringValue) + "\".",
        at: object,
        path: path(of: object)
      )
    )
  }
}

extension Document {
  fileprivate func context(
    _ description: String,
    at position: Int,
    path: [any CodingKey]
  ) -> DecodingError.Context {
    // A place in the text of a string would be mistaken for one in the document.
    let hasPlace = position >= 0 && textPath == nil
    return DecodingError.Context(
      codingPath: path,
      debugDescription: description,
      underlyingError: hasPlace ? placeError(of: position) : nil
    )
  }
}
