/// A pattern for a family of tags that one type takes.
///
/// In a string literal, `*` stands for any characters, and for none. Where that isn't enough, a
/// function decides:
///
/// ```swift
/// try blocks.register(ToolResult.self, matching: "*_tool_result")
/// try events.register(
///   Telemetry.self,
///   matching: TagPattern("a code from 4000") { tag in
///     if case .integer(let code) = tag { code >= 4000 } else { false }
///   })
/// ```
///
/// A tag that is registered itself comes before patterns, and the pattern that was registered first
/// before others. `validate()` finds patterns that overlap.
///
/// The pattern `"*"` takes every tag of any kind that nothing before it takes:
///
/// ```swift
/// // {"date": 0} is gone, and {"date": 1700000000, ...} is a message.
/// try messages.register(for: 0, as: Message.inaccessible)
/// try messages.register(matching: "*", as: Message.accessible)
/// ```
public struct TagPattern: Sendable, CustomStringConvertible {
  /// What the pattern takes, for errors: the literal, or the name of the function.
  public let description: String
  /// The bytes of a literal; empty for a function.
  private let bytes: [UInt8]
  private let function: (@Sendable (TypeTag) -> Bool)?

  /// Creates a pattern that is a function.
  ///
  /// - Parameters:
  ///   - description: What the pattern takes, for errors.
  ///   - takes: Returns whether the pattern takes a tag. It is called for each element whose tag
  ///     isn't registered itself.
  public init(_ description: String, _ takes: @escaping @Sendable (_ tag: TypeTag) -> Bool) {
    self.description = description
    bytes = []
    function = takes
  }
}

extension TagPattern: ExpressibleByStringLiteral {
  /// Creates a pattern of strings in which `*` stands for any characters, and for none.
  ///
  /// `"*"` takes tags of every kind.
  public init(stringLiteral value: String) {
    description = TypeTag.string(value).description
    bytes = Array(value.utf8)
    function = nil
  }
}

// MARK: - Matching

extension TagPattern {
  /// - Complexity: O(*n*) for a literal, where *n* is the length of the tag.
  @inline(never) package func takes(_ tag: TypeTag, ignoringCase ignoresCase: Bool) -> Bool {
    if let function { return function(tag) }
    guard let text = tag.string, let pattern = literal(ignoringCase: ignoresCase) else {
      return isCatchAll
    }
    return Self.matches(pattern, ignoresCase ? text.lowercased() : text)
  }

  /// Whether the pattern takes every tag.
  package var isCatchAll: Bool { literal(ignoringCase: false) == [Self.wildcard] }

  /// The bytes of a literal, in lowercase where case doesn't count; nil for a function.
  package func literal(ignoringCase ignoresCase: Bool) -> [UInt8]? {
    guard function == nil else { return nil }
    return ignoresCase ? Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8) : bytes
  }

  package static let wildcard = UInt8(ascii: "*")

  /// Matches from the left, going back to the last wildcard alone: a further one makes all that was
  /// tried for earlier ones needless.
  private static func matches(_ pattern: [UInt8], _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      // The places in both, and those to go back to.
      var (place, start) = (0, 0)
      var retry: (place: Int, start: Int)?
      while true {
        if place < pattern.count, pattern[place] == wildcard {
          place += 1
          if place == pattern.count { return true }
          retry = (place, start)
        } else if place < pattern.count, start < text.count, unsafe text[start] == pattern[place] {
          (place, start) = (place + 1, start + 1)
        } else if place == pattern.count, start == text.count {
          return true
        } else if let last = retry, last.start < text.count {
          (place, start) = (last.place, last.start + 1)
          retry = (place, start)
        } else {
          return false
        }
      }
    }
  }
}
