import Medley

/// Finds the tags of one registry in the objects of a document.
///
/// It is a class, because it owns the memory of the pattern.
final class TagFinder {
  private let pattern: KeyPattern
  private let index: TagIndex
  private let document: DocumentIndex

  /// - Returns: Nil if the tag isn't the string under one key, or if keys are converted: then the
  ///   core compares both spellings of the key.
  init?<Base>(_ registry: SharedRegistry<Base>, in document: DocumentIndex) {
    guard let key = registry.tagKey, !document.document.options.convertsKeys else { return nil }
    pattern = KeyPattern(key)
    index = registry.tagIndex { TagIndex($0) }
    self.document = document
  }

  deinit {
    pattern.deallocate()
  }

  /// Returns the registration that the tag of a value selects.
  ///
  /// The tag can be any member. They are compared from the first.
  @inline(__always) func object(at position: Int) -> TaggedObject {
    guard document.kind(position) == .object else { return TaggedObject(at: position) }
    let entries = document.entries
    let entry = entries[position]
    var member = position &+ IndexEntry.entriesPerContainer
    guard entry.flags == 0 else {
      return object(position, document.findOnSlowPath(pattern, in: position))
    }
    while member < entry.end, !document.matches(member, pattern) {
      member = entries.next(member &+ 1)
    }
    guard member < entry.end else {
      return object(position, document.findEquivalent(pattern, in: position))
    }
    guard isString(member &+ 1) else { return object(position, member &+ 1) }
    document.keepTag(member, of: position)
    return TaggedObject(at: position, tag: member, registration: registration(for: member &+ 1))
  }

  /// Returns the registration for a tag that a slower search found, or didn't find.
  @inline(never) private func object(_ position: Int, _ value: Int) -> TaggedObject {
    guard value >= 0 else { return TaggedObject(at: position) }
    let registration = isString(value) ? registration(for: value) : TaggedObject.otherValue
    return TaggedObject(at: position, tag: value - 1, registration: registration)
  }

  @inline(__always) private func isString(_ value: Int) -> Bool {
    let kind = document.kind(value)
    return kind == .ascii || kind == .text
  }

  /// Returns the index of the registration for a tag; -1 if there is none.
  @inline(__always) private func registration(for value: Int) -> Int {
    let entry = document.entries[value]
    let count = entry.count
    if count <= 8, entry.offset &+ 8 <= document.bytes.count {
      let bytes = document.bytes.word(at: entry.offset)
      return index.position(of: count == 8 ? bytes : bytes & .first(count), count: count)
    }
    return unsafe document.bytes.withBytes(from: entry.offset, count: count) {
      unsafe index.position(of: $0)
    }
  }
}
