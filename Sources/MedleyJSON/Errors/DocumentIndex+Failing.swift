// MARK: - Failing

extension DocumentIndex {
  /// Returns the error for a value of another kind.
  ///
  /// Null is an absent value, except for a Boolean, where it is a mismatch as with `JSONDecoder`.
  @inline(never) func mismatch(_ type: any Any.Type, at position: Int) -> DecodingError {
    mismatch(type, at: position, path: path(of: position))
  }

  @inline(never) func mismatch(
    _ type: any Any.Type,
    at position: Int,
    path: [any CodingKey]
  ) -> DecodingError {
    guard !isNull(position) || type == Bool.self else {
      return .valueNotFound(
        type,
        context(
          "Cannot get value of type \(type) -- found null value instead",
          at: position,
          path: path
        )
      )
    }
    return .typeMismatch(
      type,
      context(
        "Expected to decode \(type) but found \(kindName(position)) instead.",
        at: position,
        path: path
      )
    )
  }

  private func kindName(_ position: Int) -> String {
    switch kind(position) {
    case .null: "null"
    case .true, .false: "bool"
    case .integer, .decimal: "number"
    case .ascii, .text, .escaped: "a string"
    case .object: "a dictionary"
    case .array: "an array"
    }
  }

  /// Returns the error for a number that doesn't fit a type.
  @inline(never) func unrepresentable(_ type: any Any.Type, at position: Int) -> DecodingError {
    corrupted("Parsed JSON number <\(numberText(position))> does not fit in \(type).", at: position)
  }

  /// Returns the error for a value that its type refuses.
  @inline(never) func corrupted(_ description: String, at position: Int) -> DecodingError {
    .dataCorrupted(context(description, at: position, path: path(of: position)))
  }

  /// Returns the error for an absent member.
  @inline(never) func missing(_ key: some CodingKey, in object: Int) -> DecodingError {
    .keyNotFound(
      key,
      context(
        // Concatenated, because interpolation takes ten times as long.
        "No value associated with key \"" + key.stringValue + "\".",
        at: object,
        path: path(of: object)
      )
    )
  }

  private func context(
    _ description: String,
    at position: Int,
    path: [any CodingKey]
  ) -> DecodingError.Context {
    // A place in the text of a string would be mistaken for one in the document.
    let hasPlace = position >= 0 && document.textPath == nil
    let offset = hasPlace ? range(of: position).lowerBound : nil
    return DecodingError.Context(
      codingPath: path,
      debugDescription: description,
      underlyingError: offset.map { document.jsonError(at: $0) }
    )
  }
}
