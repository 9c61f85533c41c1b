import Medley

/// Finds the tags of one registry in the objects of a document.
///
/// It is a class because the pattern of the key has memory of its own.
final class TagFinder {
  private let pattern: KeyPattern
  private let index: TagIndex
  private let document: DocumentIndex

  /// - Returns: Nil if the tags stand elsewhere than under one key. Where keys are converted, the
  ///   core knows in which of two spellings the key is meant.
  init?<Base>(_ registry: SharedRegistry<Base>, in document: DocumentIndex) {
    guard let key = registry.tagKey, !document.document.options.convertsKeys else { return nil }
    pattern = KeyPattern(key)
    index = registry.tagIndex { TagIndex($0) }
    self.document = document
  }

  deinit {
    pattern.deallocate()
  }

  /// What the tag of the value at a position selects.
  ///
  /// The tag may be any of the members, which are compared from the first.
  @inline(__always) func object(at position: Int) -> TaggedObject {
    guard document.kind(position) == .object else { return TaggedObject(head: position) }
    let words = document.words
    let head = words[position]
    var member = position &+ IndexWord.headCount
    guard head.flags == 0 else {
      return object(position, document.findCarefully(pattern, in: position))
    }
    while member < head.end, !document.matches(member, pattern) {
      member = words.next(member &+ 1)
    }
    guard member < head.end else {
      return object(position, document.findEquivalent(pattern, in: position))
    }
    guard isString(member &+ 1) else { return object(position, member &+ 1) }
    document.keepTag(member, of: position)
    return TaggedObject(head: position, tag: member, entry: entry(of: member &+ 1))
  }

  /// What a value selects that stands under a key with escapes, or may be none.
  @inline(never) private func object(_ position: Int, _ value: Int) -> TaggedObject {
    guard value >= 0 else { return TaggedObject(head: position) }
    let entry = isString(value) ? entry(of: value) : TaggedObject.otherValue
    return TaggedObject(head: position, tag: value - 1, entry: entry)
  }

  @inline(__always) private func isString(_ value: Int) -> Bool {
    let kind = document.kind(value)
    return kind == .ascii || kind == .text
  }

  /// The position of the entry for a tag; -1 if there is none.
  @inline(__always) private func entry(of value: Int) -> Int {
    let word = document.words[value]
    let count = word.count
    if count <= 8, word.offset &+ 8 <= document.bytes.count {
      let bytes = document.bytes.word(at: word.offset)
      return index.position(of: count == 8 ? bytes : bytes & .first(count), count: count)
    }
    return unsafe document.bytes.withBytes(from: word.offset, count: count) {
      unsafe index.position(of: $0)
    }
  }
}

/// A value of the index, and what its tag selects.
struct TaggedObject {
  /// The entry of a tag that is no string, or one with escapes.
  static let otherValue = -2

  /// The position of the value.
  let head: Int
  /// The member that is the tag, which no other field is; `DocumentIndex.nowhere` if there is none.
  let tag: Int
  /// The position of the registry's entry; -1 if it has none for the string, or `otherValue`.
  let entry: Int

  /// An object without a tag, or a value that is no object.
  init(head: Int) {
    self.init(head: head, tag: DocumentIndex.nowhere, entry: Self.otherValue)
  }

  @inline(__always) init(head: Int, tag: Int, entry: Int) {
    self.head = head
    self.tag = tag
    self.entry = entry
  }

  @inline(__always) var isRegistered: Bool { entry >= 0 }

  /// Whether the tag is a string that no entry has.
  @inline(__always) var isUnregistered: Bool { entry == -1 }
}
