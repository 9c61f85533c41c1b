import Medley

// MARK: - Decoding arrays of what the engine reads itself

/// They come by the million, so no metadata is looked up, and no `append` is generic: 700
/// instructions less for each array.
extension DocumentIndex {
  @inline(never) func strings(at head: Int) throws -> [String] {
    try scalars(at: head) { try checkedString(at: $0) }
  }

  @inline(never) func integers(at head: Int) throws -> [Int] {
    try scalars(at: head) { try integer(at: $0) }
  }

  @inline(never) func doubles(at head: Int) throws -> [Double] {
    try scalars(at: head) { try conformingDouble(at: $0) }
  }

  @inline(__always) private func scalars<Scalar>(
    at head: Int,
    _ scalar: (Int) throws -> Scalar
  ) throws -> [Scalar] {
    guard kind(head) == .array else { throw mismatch([Any].self, at: head) }
    let size = size(head)
    guard size > 0 else { return [] }
    var scalars: [Scalar] = []
    scalars.reserveCapacity(size)
    let end = words[head].end
    var position = head &+ IndexWord.headCount
    while position < end {
      scalars.append(try scalar(position))
      position = next(position)
    }
    return scalars
  }
}

// MARK: - Decoding collections

/// An array, which is filled without a container.
protocol IndexedArray {
  static func decodeElements(at position: Int, in index: DocumentIndex) throws -> Self
}

extension Array: IndexedArray where Element: Decodable {
  static func decodeElements(at position: Int, in index: DocumentIndex) throws -> [Element] {
    guard index.kind(position) == .array else {
      throw index.mismatch([Any].self, at: position)
    }
    let size = index.size(position)
    guard size > 0 else { return [] }
    let end = index.words[position].end
    var element = position &+ IndexWord.headCount
    if case .element(let decoder) = index.plan(Element.self) {
      guard var mark = IssueMark.inCall(index.document.userInfo) else {
        index.fastPaths.innerCalls += 1
        return try DecodingReport.collectingCall(for: index.document.userInfo) {
          try decodeElements(at: position, in: index)
        }
      }
      // Sound: it was made for this type.
      let decoder = unsafe unsafeDowncast(decoder, to: ElementDecoder<Element>.self)
      return try unsafe Self(unsafeUninitializedCapacity: size) { buffer, count in
        while element < end {
          // Sound: there is room for all elements.
          try unsafe (buffer.baseAddress.unsafelyUnwrapped + count)
            .initialize(to: decoder.decode(at: element, &mark))
          count += 1
          element = index.next(element)
        }
      }
    }
    var elements: [Element] = []
    elements.reserveCapacity(size)
    while element < end {
      elements.append(try index.decode(Element.self, at: element))
      element = index.next(element)
    }
    return elements
  }
}

/// A dictionary, which is filled without a container if its keys are strings.
///
/// No key strategy converts such keys: they are data, as they are for `JSONDecoder`.
protocol IndexedDictionary {
  static var hasStringKeys: Bool { get }
  static func decodeMembers(at position: Int, in index: DocumentIndex) throws -> Self
}

extension Dictionary: IndexedDictionary where Key: Decodable, Value: Decodable {
  static var hasStringKeys: Bool { Key.self == String.self }

  static func decodeMembers(at position: Int, in index: DocumentIndex) throws -> [Key: Value] {
    guard index.kind(position) == .object else {
      throw index.mismatch([String: Any].self, at: position)
    }
    index.document.keepDictionary(position)
    index.forgetKeyNumbers(in: position)
    var members: [Key: Value] = [:]
    members.reserveCapacity(Swift.min(index.size(position), 1 << 16))
    let end = index.words[position].end
    // The first of equal keys wins. Different bytes may be the same string, if they aren't ASCII.
    var maybeRepeated = index.words[position].flags != 0
    var key = position &+ IndexWord.headCount
    while key < end {
      // Sound: `hasStringKeys` was asked for.
      let name = unsafe unsafeBitCast(index.string(at: key), to: Key.self)
      if index.kind(key) != .ascii { maybeRepeated = true }
      if !maybeRepeated || members[name] == nil {
        members[name] = try index.decode(Value.self, at: key &+ 1)
      }
      key = index.next(key &+ 1)
    }
    return members
  }
}
