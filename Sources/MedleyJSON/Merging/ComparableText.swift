import Medley
import MedleyEngine

/// A text whose values can be compared with those of another text of the same encoder.
///
/// Each value has a fingerprint: a hash, seeded for each process, of its bytes or of its children.
/// The order of members doesn't matter, because that of a dictionary changes.
struct ComparableText {
  let text: DocumentIndex
  /// The fingerprints of values, by position.
  private let fingerprints: [Int]

  init(_ text: DocumentIndex) {
    self.text = text
    fingerprints = Self.fingerprints(of: text)
  }

  func fingerprint(at position: Int) -> Int { fingerprints[position] }

  // MARK: - Comparing

  /// Returns whether a value is equal to one of another text.
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
    let hasSameBytes = unsafe text.withBytes(of: position) { bytes in
      unsafe other.text.withBytes(of: otherPosition) { otherBytes in
        unsafe bytes.count == otherBytes.count && bytes.elementsEqual(otherBytes)
      }
    }
    if hasSameBytes { return true }
    let kind = text.kind(position)
    guard kind == .object || kind == .array, kind == other.text.kind(otherPosition),
      text.size(position) == other.text.size(otherPosition), depth < JSONMerge.depthLimit
    else { return false }
    let others = other.text.children(of: otherPosition)
    let pairs: [(Int, Int)]
    if kind == .array {
      pairs = zip(text.children(of: position), others).map { ($0.value, $1.value) }
    } else {
      let members = text.members(of: position)
      pairs = others.compactMap { child in
        members[other.text.string(at: child.key)].map { ($0, child.value) }
      }
      // Repeated keys have no order to compare them in.
      guard members.count == others.count, pairs.count == others.count else { return false }
    }
    return pairs.allSatisfy {
      hasSameValue($0, as: other, at: $1, depth: depth + 1)
    }
  }

  // MARK: - Making fingerprints

  /// A container whose children aren't all hashed.
  private struct Open {
    let position: Int
    let end: Int
    let isObject: Bool
    var key = 0
    var children = 0

    mutating func add(_ fingerprint: Int) {
      if isObject {
        // Commutative, so that the order doesn't matter.
        children &+= Self.hash(key, fingerprint)
      } else {
        children = Self.hash(children, fingerprint)
      }
    }

    func fingerprint(size: Int) -> Int {
      Self.hash(Self.hash(isObject ? 1 : 2, size), children)
    }

    private static func hash(_ first: Int, _ second: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(first)
      hasher.combine(second)
      return hasher.finalize()
    }
  }

  /// Hashes all values in one pass, without recursion.
  private static func fingerprints(of text: DocumentIndex) -> [Int] {
    var fingerprints = Array(repeating: 0, count: text.entryCount)
    var open: [Open] = []
    var position = 0
    while true {
      while let last = open.last, last.end == position {
        open.removeLast()
        let fingerprint = last.fingerprint(size: text.size(last.position))
        fingerprints[last.position] = fingerprint
        guard !open.isEmpty else { return fingerprints }
        open[open.count - 1].add(fingerprint)
      }
      if let last = open.last, last.isObject {
        open[open.count - 1].key = hash(text, position)
        position += 1
      }
      switch text.kind(position) {
      case .object, .array:
        open.append(
          Open(
            position: position,
            end: text.next(position),
            isObject: text.kind(position) == .object
          )
        )
        position += IndexEntry.entriesPerContainer
      default:
        fingerprints[position] = hash(text, position)
        guard !open.isEmpty else { return fingerprints }
        open[open.count - 1].add(fingerprints[position])
        position += 1
      }
    }
  }

  private static func hash(_ text: DocumentIndex, _ position: Int) -> Int {
    unsafe text.withBytes(of: position) { bytes in
      var hasher = Hasher()
      unsafe hasher.combine(bytes: bytes)
      return hasher.finalize()
    }
  }
}

extension MatchableElements {
  /// The elements of an array of a text.
  init(_ elements: [Child], in text: ComparableText) {
    self.init(fingerprints: elements.map { text.fingerprint(at: $0.value) }) { position in
      let element = elements[position].value
      guard text.text.kind(element) == .object else { return nil }
      for member in text.text.children(of: element)
      where text.text.string(at: member.key) == "id" {
        switch text.text.kind(member.value) {
        case .object, .array, .null: return nil
        default:
          return unsafe text.text.withBytes(of: member.value) {
            unsafe String(decoding: $0, as: UTF8.self)
          }
        }
      }
      return nil
    }
  }
}
