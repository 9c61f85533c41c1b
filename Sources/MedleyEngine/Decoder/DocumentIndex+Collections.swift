import MedleyBase

// MARK: - Decoding arrays of scalars

// Not generic, so that no metadata is looked up for each array.
extension DocumentIndex {
  @inline(never) package func strings(at array: Int) throws -> [String] {
    try scalars(at: array) { try checkedString(at: $0) }
  }

  @inline(never) package func integers(at array: Int) throws -> [Int] {
    try scalars(at: array) { try integer(at: $0) }
  }

  @inline(never) package func doubles(at array: Int) throws -> [Double] {
    // Lists, as of coordinates, usually have longer numbers than members.
    try scalars(at: array) { try longDecimal(at: $0) ?? conformingDouble(at: $0) }
  }

  /// Decodes arrays of numbers, without two counted references for each.
  @inline(never) func lists(at array: Int) throws -> [[Double]] {
    try scalars(at: array) { try doubles(at: $0) }
  }

  @inline(__always)
  private func scalars<Scalar>(at array: Int, _ scalar: (Int) throws -> Scalar) throws -> [Scalar] {
    try require(.array, at: array)
    let size = size(array)
    guard size > 0 else { return [] }
    var scalars: [Scalar] = []
    scalars.reserveCapacity(size)
    let end = entries[array].end
    var position = array &+ IndexEntry.entriesPerContainer
    while position < end {
      scalars.append(try scalar(position))
      position = next(position)
    }
    return scalars
  }
}

// MARK: - Decoding collections

/// A protocol for arrays of any element, and for dictionaries of any key and value.
///
/// Nothing else conforms: a cast to the protocol finds them without knowing their elements.
protocol IndexedCollection {
  static func decode(at position: Int, in index: DocumentIndex) throws -> Self

  /// Returns the decoder that fills dictionaries without a container; nil for other collections.
  static func makeDecoder() -> AnyObject?
}

extension Array: IndexedCollection where Element: Decodable {
  static func makeDecoder() -> AnyObject? { nil }

  /// Decodes an array, which is filled without a container.
  static func decode(at position: Int, in index: DocumentIndex) throws -> [Element] {
    try index.require(.array, at: position)
    let size = index.size(position)
    guard size > 0 else { return [] }
    if index.isGrowing(position), let prefixes = index.document.prefixes {
      return try prefixes.collection([], of: Self.self, at: position, in: index) {
        $0.append(try index.anyDecode(Element.self, at: $1))
      }
    }
    let end = index.entries[position].end
    var element = position &+ IndexEntry.entriesPerContainer
    if let decoder = index.decoder(ofElements: Element.self) {
      return try decoder.of(Element.self).elements(element, end, size)
    }
    // The first element shows whether its type has a fast path: it has asked for its decoder then.
    let first = try index.anyDecode(Element.self, at: element)
    element = index.next(element)
    let decoder = index.recognise(Element.self) { (nil, false) }
    if let decoder, element < end, index.isInCall {
      // Once for a type: the next arrays know the decoder.
      var elements = try decoder.of(Element.self).elements(element, end, size)
      elements.insert(first, at: 0)
      return elements
    }
    var elements: [Element] = []
    elements.reserveCapacity(size)
    elements.append(first)
    while element < end {
      elements.append(try index.decode(Element.self, at: element))
      element = index.next(element)
    }
    return elements
  }
}

extension Dictionary: IndexedCollection where Key: Decodable, Value: Decodable {
  /// Decodes a dictionary with keys other than strings, which is done by its `init(from:)`.
  static func decode(at position: Int, in index: DocumentIndex) throws -> [Key: Value] {
    if index.isGrowing(position), let pairs = try pairs(at: position, in: index) { return pairs }
    return try Self(from: ValueDecoder(document: index.document, position: position))
  }

  /// Keys that are strings are data, and key strategies don't convert them, as with `JSONDecoder`.
  static func makeDecoder() -> AnyObject? {
    Key.self == String.self ? StringKeysDecoder<Value>() : nil
  }

  /// Decodes a growing array of keys and values without a key that waits for its value.
  ///
  /// - Returns: The members; nil if no key waits, or if the dictionary is an object.
  @inline(never)
  private static func pairs(at position: Int, in index: DocumentIndex) throws -> Self? {
    guard index.kind(position) == .array, !hasNamedKeys else { return nil }
    let (pairs, rest) = index.size(position).quotientAndRemainder(dividingBy: 2)
    guard rest == 1 else { return nil }
    var container = ArrayContainer(document: index.document, array: position)
    var members: Self = Dictionary()
    for _ in 0..<pairs {
      let key = try container.decode(Key.self)
      members[key] = try container.decode(Value.self)
    }
    return members
  }

  /// Whether the keys are those of an object.
  private static var hasNamedKeys: Bool {
    if Key.self == Int.self { return true }
    guard #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *) else { return false }
    return Key.self is any CodingKeyRepresentable.Type
  }
}

/// A decoder of dictionaries of one type, which the plan of that type keeps.
class DictionaryDecoder<Whole> {
  func decode(at position: Int, in index: DocumentIndex) throws -> Whole {
    abstractMethod()
  }
}

/// Fills dictionaries with strings as keys, without a container.
///
/// It isn't generic over the key, which makes each member cheaper. It is a class, because the closure
/// of a default value that captures a single object needs no memory, and its class knows the type of
/// the values.
final class StringKeysDecoder<Value: Decodable>: DictionaryDecoder<[String: Value]> {
  /// The value that is inserted next, and nothing while values are decoded.
  private let next = OwnedValue(MemoryStack<Value>(capacity: 1))

  deinit {
    next.value.deallocate()
    next.deallocate()
  }

  override func decode(at position: Int, in index: DocumentIndex) throws -> [String: Value] {
    try index.require(.object, at: position)
    index.document.keepDictionary(position)
    index.forgetKeyNumbers(in: position)
    if index.isGrowing(position), let prefixes = index.document.prefixes {
      return try decodeGrowing(at: position, in: index, keeping: prefixes)
    }
    let size = index.size(position)
    // Without a literal, whose type is looked up.
    var members = [String: Value](minimumCapacity: min(size, 1 << 16))
    guard size > 0 else { return members }
    let end = index.entries[position].end
    var key = position &+ IndexEntry.entriesPerContainer
    // The first of equal keys is used. Different bytes may be equal strings if they aren't ASCII.
    var maybeRepeated = index.entries[position].flags != 0 || index.kind(key) != .ascii
    // Before the loop, so that the metadata of the storage is looked up once, and not for each
    // member.
    next.value.push(try index.anyDecode(Value.self, at: key &+ 1))
    insertNext(for: index.string(at: key), into: &members)
    key = index.next(key &+ 1)
    while key < end {
      if index.kind(key) != .ascii { maybeRepeated = true }
      let name = index.inlineString(at: key)
      if !maybeRepeated || !members.hasValue(for: name) {
        next.value.push(try index.decode(Value.self, at: key &+ 1))
        insertNext(for: name, into: &members)
      }
      key = index.next(key &+ 1)
    }
    return members
  }

  /// Decodes an object that isn't complete, and keeps its complete members if the last one fails.
  @inline(never) private func decodeGrowing(
    at object: Int,
    in index: DocumentIndex,
    keeping prefixes: DecodedPrefixes
  ) throws -> [String: Value] {
    let type = [String: Value].self
    return try prefixes.collection([:], of: type, at: object, in: index, key: 1) { members, key in
      let name = index.string(at: key)
      guard !members.hasValue(for: name) else { return }
      members.updateValue(try index.anyDecode(Value.self, at: key &+ 1), forKey: name)
    }
  }

  /// Inserts the next value for a key that has none yet.
  @inline(__always)
  private func insertNext(for key: String, into members: inout [String: Value]) {
    // Assigning the value looks up the metadata of its optional.
    Dictionary.touch(&members[key, default: next.value.pop()])
  }
}

// Not of the class, whose metadata would be looked up.
extension Dictionary where Key == String {
  fileprivate static func touch(_ value: inout Value) {}

  // Never inlined: a function with an optional value looks up its metadata on entry, and most
  // objects have keys that can't be equal.
  @inline(never) fileprivate func hasValue(for key: String) -> Bool { self[key] != nil }
}
