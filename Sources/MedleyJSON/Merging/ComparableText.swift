import Medley
import MedleyEngine

/// A text whose values can be compared with those of another text of the same encoder.
///
/// Each value has a fingerprint: a hash, seeded for each process, of its bytes or of its children.
/// The order of members doesn't matter, because that of a dictionary changes.
struct ComparableText {
  let text: DocumentIndex
  /// The fingerprints of values and keys, by position.
  let fingerprints: [Int]

  /// Hashes all values without recursion: a container after those in it, which are behind it.
  init(_ text: DocumentIndex) {
    self.text = text
    var fingerprints = Array(repeating: 0, count: text.entryCount)
    func hash(_ first: Int, _ second: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(first)
      hasher.combine(second)
      return hasher.finalize()
    }
    func fingerprint(_ position: Int) -> Int {
      if !text.entries[position].isContainer {
        var hasher = Hasher()
        text.text(of: position).hash(into: &hasher)
        fingerprints[position] = hasher.finalize()
      }
      return fingerprints[position]
    }
    for container in text.containers(in: 0).reversed() {
      let isObject = text.kind(container) == .object
      var children = 0
      for child in text.children(of: container) {
        let value = fingerprint(child.value)
        // Commutative for members, so that the order doesn't matter.
        children =
          isObject ? children &+ hash(fingerprint(child.key), value) : hash(children, value)
      }
      fingerprints[container] = hash(hash(isObject ? 1 : 2, text.size(container)), children)
    }
    // The text may be a scalar.
    _ = fingerprint(0)
    self.fingerprints = fingerprints
  }

  /// Returns whether a value is equal to one of another text.
  @inline(never)
  func isEqual(_ position: Int, to other: ComparableText, at otherPosition: Int) -> Bool {
    guard fingerprints[position] == other.fingerprints[otherPosition] else { return false }
    let (bytes, otherBytes) = (text.text(of: position), other.text.text(of: otherPosition))
    if bytes.count == otherBytes.count, bytes.equal(0, otherBytes, 0, count: bytes.count) {
      return true
    }
    // Unequal values can have the same fingerprint.
    return text.value(at: position) == other.text.value(at: otherPosition)
  }
}

extension MatchableElements {
  /// The elements of an array of a text.
  init(_ elements: [Child], in comparable: ComparableText) {
    let text = comparable.text
    self.init(fingerprints: elements.map { comparable.fingerprints[$0.value] }) { position in
      let element = elements[position].value
      guard text.kind(element) == .object else { return nil }
      let id = text.member("id", of: element)
      switch text.kind(id) {
      case .object, .array, .null: return nil
      default: return text.text(of: id).string
      }
    }
  }
}

extension DocumentIndex {
  /// Indexes a text that is merged, and calls a function with the index.
  ///
  /// - Throws: What the function throws, and `DecodingError.dataCorrupted` for a text that isn't JSON.
  @inline(never) static func with<Result>(
    _ text: [UInt8],
    _ body: (DocumentIndex) throws -> Result
  ) throws -> Result {
    try text.withBytes {
      try Document.pool.withUTF8Document($0, for: .anyDepth) { try body($0.index) }
    }
  }

  /// Appends the bytes of a range.
  @inline(never) func append(_ range: Range<Int>, to output: inout [UInt8]) {
    bytes.part(from: range.lowerBound, count: range.count).append(to: &output)
  }

  /// Appends the bytes of a value or a key.
  @inline(never) func append(_ position: Int, to output: inout [UInt8]) {
    text(of: position).append(to: &output)
  }

  /// Returns the children of a container in order.
  func children(of container: Int) -> [Child] {
    var children: [Child] = []
    children.reserveCapacity(size(container))
    appendChildren(of: container, to: &children)
    return children
  }

  /// Returns the values of an object by key, the first of equal keys.
  ///
  /// Keys are compared as decoding compares them: as strings.
  func members(of object: Int) -> [String: Int] {
    let children = children(of: object)
    return [String: Int](positionsOf: children.map { string(at: $0.key) })
      .mapValues { children[$0].value }
  }
}
