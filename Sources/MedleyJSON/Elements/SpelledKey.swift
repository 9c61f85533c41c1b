import MedleyBase
import MedleyEngine

/// A key of a place of tags, in the spellings under which a document has it.
///
/// With keys as they are written, it has one. A decoder that converts keys from snake case reads
/// `media_type` and `mediaType` under the second name, and the core takes either from an app. What
/// isn't found in one of these spellings, `ElementReader` looks for.
struct SpelledKey {
  let written: KeyPattern
  private let converted: KeyPattern?

  @inline(never) init(_ name: String, in index: DocumentIndex) {
    written = KeyPattern(name)
    converted = index.convertsKeys ? SnakeCase.spelling(of: name).map { KeyPattern($0) } : nil
  }

  func deallocate() {
    written.deallocate()
    converted?.deallocate()
  }

  /// Returns the position of the value under the key of an object, or `notFound`.
  @inline(__always) func value(in object: Int, _ index: DocumentIndex) -> Int {
    index.convertsKeys ? converted(in: object, index) : index.member(written, of: object)
  }

  @inline(never) private func converted(in object: Int, _ index: DocumentIndex) -> Int {
    // Of several keys with one name, the first counts.
    if index.mayCollide(in: object) { return DocumentIndex.notFound }
    let value = index.member(written, of: object)
    if value >= 0 { return value }
    return converted.map { index.member($0, of: object) } ?? DocumentIndex.notFound
  }
}

/// Names that are looked up among the keys of objects, as they are written and in snake case.
final class MemberNames: Sendable {
  /// The positions of the names as they are written.
  let written: TagIndex
  /// The positions of the keys that a document has whose keys are converted from snake case.
  private let spelled: TagIndex
  /// The positions of the names by their hashes, which all of their spellings share.
  private let hashes: [Int: Int]

  /// Stands for the position of a key that may be another spelling.
  private static let unsure = -2

  /// - Parameters:
  ///   - names: The names, each once, with their positions.
  ///   - areFoundAsWritten: Whether a key that is a name stands for it even if it is converted to
  ///     another.
  init(_ names: [(tag: String, position: Int)], areFoundAsWritten: Bool) {
    var spellings: [(tag: String, position: Int)] = []
    var hashes: [Int: Int] = [:]
    // The names that others are converted to stand for either of them.
    var converted: [String: Int] = [:]
    for (name, position) in names {
      let camelCase = SnakeCase.camelCase(name)
      if camelCase == name || areFoundAsWritten { spellings.append((name, position)) }
      if camelCase != name, areFoundAsWritten { converted.updateValue(position, forKey: camelCase) }
      if let hash = name.withBytes(DocumentIndex.snakeHash) {
        hashes.updateValue(position, forKey: Int(truncatingIfNeeded: hash))
      }
    }
    for (name, position) in names where converted[name] == nil {
      if let spelling = SnakeCase.spelling(of: name) { spellings.append((spelling, position)) }
    }
    written = TagIndex(names)
    spelled = TagIndex(spellings)
    self.hashes = hashes
  }

  /// Returns the position of the name that a key stands for.
  ///
  /// - Returns: A negative number if it stands for none: `unsure` if it may be another spelling, which
  ///   `ElementReader` knows.
  @inline(__always) func position(ofKeyAt key: Int, in index: DocumentIndex) -> Int {
    index.convertsKeys
      ? position(ofConvertedKeyAt: key, in: index) : index.registration(for: key, in: written)
  }

  private func position(ofConvertedKeyAt key: Int, in index: DocumentIndex) -> Int {
    let position = index.registration(for: key, in: spelled)
    guard position < 0 else { return position }
    guard let hash = index.snakeHash(ofKeyAt: key),
      hashes[Int(truncatingIfNeeded: hash)] == nil
    else { return Self.unsure }
    return DocumentIndex.notFound
  }

  /// Calls a function with the position of each name that an object has, and the key.
  ///
  /// - Returns: False if some keys may be equal strings with other bytes.
  @inline(__always) func visit(
    _ object: Int,
    in index: DocumentIndex,
    _ body: (_ position: Int, _ key: Int) -> Void
  ) -> Bool {
    if index.convertsKeys, index.mayCollide(in: object) { return false }
    var key = object &+ IndexEntry.entriesPerContainer
    let end = index.entries[object].end
    while key < end {
      guard index.kind(key) == .ascii else { return false }
      let position = position(ofKeyAt: key, in: index)
      if position >= 0 { body(position, key) }
      if position == Self.unsure { return false }
      key = index.next(key &+ 1)
    }
    return true
  }
}

extension SnakeCase {
  /// Returns the key in snake case that is converted to a name; nil if the name itself is the only one.
  fileprivate static func spelling(of name: String) -> String? {
    let snakeCase = snakeCase(name)
    return snakeCase != name && camelCase(snakeCase) == name ? snakeCase : nil
  }
}
