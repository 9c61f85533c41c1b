import Foundation
package import Medley
package import MedleyBase
package import MedleyEngine

// MARK: - Conforming to MedleyEncoder

extension ValueEncoder: MedleyEncoder {
  package func write(_ original: OriginalJSON, sharesObject: Bool) throws -> Bool {
    try write(sharesObject: sharesObject) { writer in
      switch original {
      case .text(let text): writer.append(text)
      case .value(let value): try writer.write(value)
      }
    }
  }

  package func written(_ key: String) -> String {
    output.writer.converted(WireKey(key), in: output.writer.lastLevel)
  }

  // MARK: Writing the members of an object

  package static func encode(
    _ payload: some Encodable,
    after member: LeadingMember,
    of tag: any MemberLeading,
    isBeside: Bool,
    to encoder: some Encoder
  ) throws -> Bool {
    if let own = same(encoder) as ValueEncoder? {
      return try isBeside
        ? own.encode(bodyOf: payload, beside: member, of: tag)
        : own.encode(payload, after: member, of: tag)
    }
    guard !isBeside, let part = same(encoder) as TaggedEncoder? else { return false }
    return try part.encode(part: payload, after: member, of: tag)
  }

  package static func encodeParts(
    to encoder: some Encoder,
    checkedBy checker: any MemberLeading,
    _ write: (any Encoder) throws -> Void
  ) throws -> Bool {
    if let own = same(encoder) as ValueEncoder? {
      return own.writeParts(checkedBy: checker, write)
    }
    guard let tagged = same(encoder) as TaggedEncoder? else { return false }
    return try tagged.writeParts(checkedBy: checker, write)
  }

  package static func checker(of encoder: some Encoder) -> (any MemberChecker)? {
    (same(encoder) as TaggedEncoder?)?.checker
  }

  package static func fields(
    ordered order: ObjectIdentifier,
    to encoder: some Encoder
  ) throws -> (any FieldTarget)? {
    if let tagged = same(encoder) as TaggedEncoder? { return try tagged.beginFields(of: order) }
    return try (same(encoder) as ValueEncoder?)?.beginFields(of: order)
  }
}

extension MedleyEncoders {
  /// Registers the encoders when it is first read, before there is one.
  static let registration: Void = register(ValueEncoder.self, tagged: TaggedEncoder.self)
}

@inline(__always) private func same<Other: Encoder, Same>(_ encoder: Other) -> Same? {
  guard Other.self == Same.self else { return nil }
  // Sound: the types are the same.
  return unsafe unsafeBitCast(encoder, to: Same.self)
}

// MARK: - Writing values as they came

extension JSONWriter {
  /// Appends a value with its members in order, of those with the same key the first.
  fileprivate func write(_ value: PayloadValue) throws {
    switch value {
    case .null: append("null")
    case .boolean(let boolean): write(boolean)
    case .integer(let integer): write(integer)
    case .unsigned(let unsigned): write(unsigned)
    case .double(let double): try write(double)
    case .number(let text):
      try value.checkNumber(text, at: lastPath)
      text.withBytes { append(copy: $0) }
    case .string(let string): write(string)
    case .array(let elements):
      try withContainer(isObject: false, of: elements) { level in
        for element in elements {
          beginElement(level)
          try write(element)
        }
      }
    case .object(let members):
      try withContainer(isObject: true, of: members) { level in
        try members.forEachFirst { member in
          beginMember(level, dataKey: member.key)
          try write(member.value)
        }
      }
    case .other(let scalar): try encode(scalar)
    }
  }
}

// MARK: - Merging with what came

extension Source {
  package func write(
    _ range: Range<Int>,
    decodedBy encodeAgain: (SourceText, any Encoder) throws -> Void,
    changedTo new: (any Encoder) throws -> Void,
    matching: @escaping MatchingElements,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let encoder = same(encoder) as ValueEncoder? else { return false }
    return try encoder.write(sharesObject: true) { writer in
      let new = try encoder.bytes(of: new)
      let merged = try JSONMerge.merged(
        original: bytes(range),
        baseline: encoder.bytes { try encodeAgain(SourceText(self, range), $0) },
        new: new,
        matching: matching
      ) { merged in
        let text = SourceText(Source(copying: merged), 0..<merged.count)
        return (try? encoder.bytes { try encodeAgain(text, $0) }) == new
      }
      merged.withBytes { writer.append(copy: $0) }
    }
  }
}

extension ValueEncoder {
  /// Returns what a function encodes, with the settings of this encoder but without its layout.
  fileprivate func bytes(of body: (any Encoder) throws -> Void) throws -> [UInt8] {
    let outer = output.writer
    do {
      return try Output.pool.withOutput(
        for: output.settings.withoutLayout,
        { separate in
          // The limits are those of the whole document.
          separate.writer.begin(inside: outer)
          try separate.writer.withLevel(for: Any?.none as Any) { try body($0) }
        },
        { unsafe Array($0.bytes) }
      )
    } catch let error as EncodingError {
      throw error.inside(codingPath)
    }
  }
}

extension EncodingError {
  /// Returns the error of a value that is encoded apart, with its path in the document.
  @inline(never) func inside(_ path: [any CodingKey]) -> EncodingError {
    guard case .invalidValue(let value, let context) = self else { return self }
    return .invalidValue(
      value,
      Context(
        codingPath: path + context.codingPath,
        debugDescription: context.debugDescription,
        underlyingError: context.underlyingError
      )
    )
  }
}

extension EncodingCallOptions {
  /// The settings for values that are written into a document later.
  fileprivate var withoutLayout: EncodingCallOptions {
    guard !options.format.isDisjoint(with: [.prettyPrinted, .sortedKeys]) else { return self }
    var options = options
    options.format.subtract([.prettyPrinted, .sortedKeys])
    return EncodingCallOptions(options)
  }
}
