import MedleyBase

// MARK: - Failing

extension DocumentIndex {
  /// Returns the error for a value of another kind.
  ///
  /// Null is an absent value, except for a Boolean, where it is a mismatch as with `JSONDecoder`.
  @inline(never) package func mismatch(_ type: any Any.Type, at position: Int) -> DecodingError {
    let found = found(at: position)
    let isBoolean = found == .absent && type == Bool.self
    let description =
      isBoolean
      ? "Expected to decode Bool but found null instead." : state.errorTexts.text(type, found)
    let context = context(description, at: position)
    return found == .absent && !isBoolean
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
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
    .dataCorrupted(context(description.bounded(), at: position))
  }

  /// Returns the error for an absent member.
  @inline(never) func missing(_ key: some CodingKey, in object: Int) -> DecodingError {
    let name = key.stringValue.bounded(to: Self.longestText)
    // Concatenated, because interpolation takes ten times as long.
    let description = "No value associated with key \"" + name + "\"."
    return .keyNotFound(key, context(description, at: object))
  }

  private func context(_ description: String, at position: Int) -> DecodingError.Context {
    let path = path(of: position)
    return withDocument { document in
      // A place in the text of a string would be mistaken for one in the document.
      let hasPlace = position >= 0 && document.textPath == nil
      let cause = hasPlace ? document.placeError(of: position) : nil
      return .init(codingPath: path, debugDescription: description, underlyingError: cause)
    }
  }
}

/// A cache of the descriptions of errors.
///
/// The name of a type takes long to make, and types that try several kinds in turn throw the same few
/// errors for each value.
struct ErrorTexts {
  /// What is wrong with a value.
  enum Reason: Int {
    case absent
    case boolean, number, string, object, array
    /// A number that doesn't fit; its text precedes this one.
    case unrepresentable

    static var count: Int { unrepresentable.rawValue + 1 }
  }

  /// The places of the first text of each type; nil before there is one.
  private var places: PointerTable<Int>?
  /// The texts of one type after the other, by reason; empty ones aren't made yet.
  private var texts = MemoryStack<String>(capacity: 8)

  func deallocate() {
    places?.deallocate()
    texts.deallocate()
  }

  /// Returns the description for a value that isn't of a type.
  @inline(__always) mutating func text(_ type: any Any.Type, _ reason: Reason) -> String {
    Self.literal(type, reason) ?? cachedText(type, reason)
  }

  @inline(never)
  private mutating func cachedText(_ type: any Any.Type, _ reason: Reason) -> String {
    var places = places ?? PointerTable()
    let first = places[ObjectIdentifier(type)] ?? texts.count
    if first == texts.count {
      places.insert(first, for: ObjectIdentifier(type))
      for _ in 0..<Reason.count { texts.push("") }
      self.places = places
    }
    let place = first + reason.rawValue
    if texts[place].isEmpty { texts[place] = Self.text("\(type)", reason) }
    return texts[place]
  }

  /// Returns the description for a usual type; nil for others.
  ///
  /// It isn't searched for, and literals aren't counted: 9 % of an attempt that fails.
  @inline(__always)
  private static func literal(_ type: any Any.Type, _ reason: Reason) -> String? {
    switch reason {
    case .boolean:
      if type == Int.self { return "Expected to decode Int but found bool instead." }
      if type == Double.self { return "Expected to decode Double but found bool instead." }
      if type == String.self { return "Expected to decode String but found bool instead." }
    case .number:
      if type == Bool.self { return "Expected to decode Bool but found number instead." }
      if type == String.self { return "Expected to decode String but found number instead." }
    case .string:
      if type == Bool.self { return "Expected to decode Bool but found a string instead." }
      if type == Int.self { return "Expected to decode Int but found a string instead." }
      if type == Double.self { return "Expected to decode Double but found a string instead." }
    case .object:
      if type == Bool.self { return "Expected to decode Bool but found a dictionary instead." }
      if type == Int.self { return "Expected to decode Int but found a dictionary instead." }
      if type == Double.self { return "Expected to decode Double but found a dictionary instead." }
      if type == String.self { return "Expected to decode String but found a dictionary instead." }
    case .array:
      if type == Bool.self { return "Expected to decode Bool but found an array instead." }
      if type == Int.self { return "Expected to decode Int but found an array instead." }
      if type == Double.self { return "Expected to decode Double but found an array instead." }
      if type == String.self { return "Expected to decode String but found an array instead." }
    case .absent, .unrepresentable: break
    }
    return nil
  }

  private static func text(_ type: String, _ reason: Reason) -> String {
    let found: String
    switch reason {
    case .absent: return "Cannot get value of type \(type) -- found null value instead"
    case .unrepresentable: return "> does not fit in \(type)."
    case .boolean: found = "bool"
    case .number: found = "number"
    case .string: found = "a string"
    case .object: found = "a dictionary"
    case .array: found = "an array"
    }
    return "Expected to decode \(type) but found \(found) instead."
  }
}
