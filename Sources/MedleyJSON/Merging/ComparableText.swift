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

  /// The limit for the nesting of compared and merged containers; deeper ones are replaced.
  ///
  /// Comparing and merging recurse, as encoding does.
  static let depthLimit = 512

  init(_ text: DocumentIndex) {
    self.text = text
    fingerprints = Self.fingerprints(of: text)
  }

  // MARK: - Comparing

  /// Returns whether a value is equal to one of another text.
  @inline(never)
  func isEqual(_ position: Int, to other: ComparableText, at otherPosition: Int) -> Bool {
    fingerprints[position] == other.fingerprints[otherPosition]
      && hasSameValue(position, as: other, at: otherPosition, depth: 0)
  }

  /// Compares the values themselves, since unequal ones can have the same fingerprint.
  private func hasSameValue(
    _ position: Int,
    as other: ComparableText,
    at otherPosition: Int,
    depth: Int
  ) -> Bool {
    let (bytes, otherBytes) = (text.text(of: position), other.text.text(of: otherPosition))
    if bytes.count == otherBytes.count, bytes.equal(0, otherBytes, 0, count: bytes.count) {
      return true
    }
    let kind = text.kind(position)
    guard kind == .object || kind == .array, kind == other.text.kind(otherPosition),
      text.size(position) == other.text.size(otherPosition), depth < Self.depthLimit
    else { return false }
    let others = other.text.children(of: otherPosition)
    var values = text.children(of: position).map(\.value)
    if kind == .object {
      let members = text.members(of: position)
      // Repeated keys have no order to compare them in.
      guard members.count == others.count else { return false }
      values = others.compactMap { members[other.text.string(at: $0.key)] }
    }
    return values.count == others.count
      && zip(values, others).allSatisfy {
        hasSameValue($0, as: other, at: $1.value, depth: depth + 1)
      }
  }

  // MARK: - Making fingerprints

  /// Hashes all values without recursion: a container after those in it, which are behind it.
  private static func fingerprints(of text: DocumentIndex) -> [Int] {
    var fingerprints = Array(repeating: 0, count: text.entryCount)
    var containers: [Int] = []
    var position = 0
    while position < text.entryCount {
      if text.entries[position].isContainer {
        containers.append(position)
        position += IndexEntry.entriesPerContainer
      } else {
        var hasher = Hasher()
        text.text(of: position).hash(into: &hasher)
        fingerprints[position] = hasher.finalize()
        position += 1
      }
    }
    for container in containers.reversed() {
      let isObject = text.kind(container) == .object
      var children = 0
      for child in text.children(of: container) {
        let value = fingerprints[child.value]
        if isObject {
          // Commutative, so that the order doesn't matter.
          children &+= hash(fingerprints[child.key], value)
        } else {
          children = hash(children, value)
        }
      }
      fingerprints[container] = hash(hash(isObject ? 1 : 2, text.size(container)), children)
    }
    return fingerprints
  }

  @inline(never) private static func hash(_ first: Int, _ second: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return hasher.finalize()
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
    append(range(of: position), to: &output)
  }

  /// The bytes of a value or a key.
  @inline(never) func text(of position: Int) -> Bytes {
    let range = range(of: position)
    return bytes.part(from: range.lowerBound, count: range.count)
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
    var members: [String: Int] = [:]
    members.reserveCapacity(size(object))
    for child in children(of: object) {
      let key = string(at: child.key)
      if members[key] == nil { members[key] = child.value }
    }
    return members
  }
}

extension CallOptions {
  /// Settings for a part of a document, and for what was encoded: the depth of both was limited before.
  static let anyDepth: CallOptions = {
    var options = DecodingOptions()
    options.depthLimit = .max
    return CallOptions(options)
  }()
}
