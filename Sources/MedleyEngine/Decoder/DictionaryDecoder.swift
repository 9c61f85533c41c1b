import MedleyBase

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
    guard index.kind(position) == .object else {
      throw index.mismatch([String: Any].self, at: position)
    }
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
