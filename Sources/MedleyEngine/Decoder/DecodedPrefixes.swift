/// What the attempts of one snapshot have decoded, so that the next ones don't decode it again.
///
/// An attempt that fails at the end of a document has decoded all before it. Without these, a
/// snapshot took up to three decodes of the document.
///
///     {"first": {"items": [...]}, "second": [{"id": 1}, {"id": 2}, {"i
///               └── a complete value ──┘    └─ complete elements ─┘
///
/// Complete are the children of what isn't complete: elements and members of a collection are kept
/// together, and other values that have children of their own one by one.
///
/// It is a class, because attempts share it.
package final class DecodedPrefixes {
  private struct Key: Hashable {
    var position: Int
    var type: ObjectIdentifier
  }

  /// The first elements or members of collections, and the position after them.
  private var collections: [Key: (elements: Any, next: Int)] = [:]
  private var values: [Key: Any] = [:]
  /// The last value that belongs to a collection, which keeps it.
  private var member = DocumentIndex.notFound

  package init() {}

  // MARK: - Keeping the elements of collections

  /// Returns the elements that a type has kept, and the position of the next one; nil if there are none.
  ///
  /// They are removed, so that adding to them doesn't copy them.
  package func take<Elements>(
    _ elements: Elements.Type,
    of type: any Any.Type,
    at collection: Int
  ) -> (elements: Elements, next: Int)? {
    guard
      let kept = collections.removeValue(
        forKey: Key(position: collection, type: ObjectIdentifier(type))
      ),
      let elements = kept.elements as? Elements
    else { return nil }
    return (elements, kept.next)
  }

  package func keep<Elements>(
    _ elements: Elements,
    before next: Int,
    of type: any Any.Type,
    at collection: Int
  ) {
    collections[Key(position: collection, type: ObjectIdentifier(type))] = (elements, next)
  }

  // MARK: - Keeping values

  /// Notes that a collection keeps a value, which is decoded next.
  package func leave(_ value: Int) { member = value }

  /// Decodes a value by a function, or returns the value that was kept.
  func value<Value>(
    _ type: Value.Type,
    at position: Int,
    in index: DocumentIndex,
    _ decode: () throws -> Value
  ) throws -> Value {
    guard position != member, index.isCompleteInGrowing(position) else { return try decode() }
    let key = Key(position: position, type: ObjectIdentifier(type))
    if let value = values[key] as? Value { return value }
    let value = try decode()
    values[key] = value
    return value
  }
}

// MARK: - Decoding arrays

extension Array where Element: Decodable {
  /// Decodes an array that isn't complete, and keeps its complete elements if the last one fails.
  @inline(never) static func decodeGrowing(
    at array: Int,
    in index: DocumentIndex,
    keeping prefixes: DecodedPrefixes
  ) throws -> [Element] {
    let end = index.entries[array].end
    var elements: [Element] = []
    var position = array + IndexEntry.entriesPerContainer
    if let kept = prefixes.take([Element].self, of: [Element].self, at: array) {
      (elements, position) = kept
    } else {
      elements.reserveCapacity(index.size(array))
    }
    while position < end {
      do {
        prefixes.leave(position)
        elements.append(try index.decode(Element.self, at: position))
      } catch {
        prefixes.keep(elements, before: position, of: [Element].self, at: array)
        throw error
      }
      position = index.next(position)
    }
    return elements
  }
}
