public import Medley

/// An element that can fail without failing its collection.
///
/// It doesn't throw errors in the data, so that the container of the collection advances to the
/// next element. After an error, most containers don't advance.
package struct Attempt<Value: Decodable>: Decodable {
  let value: Value?

  package init(from decoder: any Decoder) throws {
    do {
      value = try IssueCollector.attempting(decoder.userInfo) { try Self.decode(from: decoder) }
    } catch let error where error.isFinal || decoder.isGrowing {
      throw error
    } catch {
      value = nil
      DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    }
  }

  /// Decodes a value, or the valid parts of a collection.
  package static func decode(from decoder: any Decoder) throws -> Value {
    lossyTypes.passes(Value.self)
      ? try decodeParts(from: decoder) : try Value.decodeStrictly(from: decoder)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private static func decodeParts(from decoder: any Decoder) throws -> Value {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Value? {
      try Inner(lossyFrom: decoder) as? Value
    }
    if let type = Value.self as? any LossyDecodable.Type, let value = try lossy(type) {
      return value
    }
    return try Value.decodeStrictly(from: decoder)
  }

  /// Decodes those elements of an array that can be decoded.
  package static func elements(from decoder: any Decoder) throws -> [Value] {
    var values: [Value] = []
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let value = try container.decode(Attempt.self).value { values.append(value) }
    }
    return values
  }

  /// Decodes the elements of a list that are all valid scalars; nil for other types and lists.
  ///
  /// In formats whose values are of one kind, it takes half of the instructions of attempts.
  static func scalars(from decoder: any Decoder) -> [Value]? {
    if Value.self == Int.self { return decoder.list { try $0.decode(Int.self) } }
    if Value.self == String.self { return decoder.list { try $0.decode(String.self) } }
    if Value.self == Double.self { return decoder.list { try $0.decode(Double.self) } }
    return nil
  }
}

extension Decoder {
  /// Returns the elements of an array, all of which a function decodes; nil if one can't be decoded.
  @inline(__always) fileprivate func list<Element, Value>(
    _ decode: (inout any UnkeyedDecodingContainer) throws -> Element
  ) -> [Value]? {
    guard var container = try? unkeyedContainer() else { return nil }
    var elements: [Element] = []
    while !container.isAtEnd {
      guard let element = try? decode(&container) else { return nil }
      elements.append(element)
    }
    // Sound: callers have compared the types.
    return unsafe unsafeBitCast(elements, to: [Value].self)
  }
}

/// The types that can be decoded in part.
private let lossyTypes = TypeTest { $0 is any LossyDecodable.Type }

// MARK: - Reading lists in one loop

/// The valid elements of a list, read without a list of attempts.
@usableFromInline package struct LossyList<Element: Decodable>: LossyElements {
  @usableFromInline let values: [Element]
  /// Whether the elements were read; false in formats whose containers have to decode an array.
  @usableFromInline let isRead: Bool

  package init(_ values: [Element]) {
    self.values = values
    isRead = true
  }

  @usableFromInline package init(from decoder: any Decoder) throws {
    if let list = try MedleyDecoders.cast(decoder)?.decode(by: LossyWay(Self.self)) {
      self = list
    } else {
      isRead = DecoderTraits(decoder) == .strict
      values = isRead ? try Attempt.scalars(from: decoder) ?? Self.elements(from: decoder) : []
    }
  }

  package static func decodeParts(from decoder: any Decoder) throws -> Element {
    try Attempt.decode(from: decoder)
  }
}

extension LossyList {
  /// Decodes the valid elements, whose issues are removed if it fails.
  private static func elements(from decoder: any Decoder) throws -> [Element] {
    try IssueCollector.attempting(decoder.userInfo) { try Attempt.elements(from: decoder) }
  }
}
