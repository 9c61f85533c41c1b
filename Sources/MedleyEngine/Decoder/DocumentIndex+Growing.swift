import MedleyBase

// MARK: - Reading incomplete documents

extension DocumentIndex {
  /// Whether a value isn't complete: its end is one that was added.
  package func isGrowing(_ position: Int) -> Bool {
    certainEnd != .max && position >= 0 && range(of: position).upperBound > certainEnd
  }

  /// Whether a value is a complete array or object, and what it is in isn't complete.
  func isCompleteInGrowing(_ position: Int) -> Bool {
    position > 0 && entries[position].isContainer && !isGrowing(position)
      && isGrowing(place(of: position).container)
  }

  /// Throws an error for a string that isn't complete.
  func requireCompleteString(at position: Int) throws {
    guard isGrowing(position), !entries[position].isContainer else { return }
    document.refusedString = position
    throw corrupted("The string isn't complete.", at: position)
  }

  /// Returns the error for an object whose tag hasn't come, as no policy applies yet.
  ///
  /// Without the expected tags, because snapshots throw no such error: they took a fifth of a
  /// snapshot of two elements.
  @inline(never) package func lacksTag(_ key: String, at object: Int) -> DecodingError {
    document.untagged = (object, key)
    return missing(WireKey(key), in: object)
  }

  /// Returns how many values around an error, including its own, aren't complete, and whether the
  /// innermost of them lacks a member, or is a string that has to be complete.
  package func growing(
    around error: DecodingError
  ) -> (depth: Int, lacksMember: Bool, lacksEnd: Bool) {
    var value = position(at: error.errorPath, in: 0)
    var lacksMember = false
    let lacksEnd = value >= 0 && value == document.refusedString
    if case .keyNotFound = error { lacksMember = isGrowing(value) && kind(value) == .object }
    while !isGrowing(value), value > 0 { value = place(of: value).container }
    let depth = (isGrowing(value) ? 1 : 0) + levels(above: value)
    return (depth, lacksMember, lacksEnd)
  }
}

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
  /// The first elements or members of a collection, with the position after them, or a complete
  /// value, with `notFound`.
  typealias Prefix = (type: any Any.Type, value: Any, next: Int)

  /// The values that are kept, by their positions.
  private var kept: [Int: ContainerTable] = Dictionary()
  /// The last value that belongs to a collection, which keeps it.
  private var member = DocumentIndex.notFound

  package init() {}

  // MARK: - Keeping the elements of collections

  /// Decodes the children of a collection that aren't kept, and keeps all of them if one fails.
  ///
  /// - Parameters:
  ///   - empty: A collection without elements.
  ///   - type: The type of the collection.
  ///   - collection: Its position.
  ///   - index: The index.
  ///   - key: 1 if keys precede the values of the children, 0 if there are none.
  ///   - append: A function that decodes the child at a position, and appends it.
  /// - Returns: All elements.
  /// - Throws: What the function throws.
  package func collection<Elements>(
    _ empty: Elements,
    of type: any Any.Type,
    at collection: Int,
    in index: DocumentIndex,
    key: Int = 0,
    _ append: (inout Elements, Int) throws -> Void
  ) throws -> Elements {
    let end = index.entries[collection].end
    var position = collection + IndexEntry.entriesPerContainer
    var elements = empty
    // Removed, so that adding to them doesn't copy them.
    if let known = remove(type, at: collection), known.next >= 0,
      let first = known.value as? Elements
    {
      (elements, position) = (first, known.next)
    }
    while position < end {
      do {
        // The collection keeps this value.
        member = position + key
        try append(&elements, position)
      } catch {
        keep(elements, as: type, at: collection, next: position)
        throw error
      }
      position = index.next(position + key)
    }
    return elements
  }

  // MARK: - Keeping values

  /// Decodes a value by a function, or returns the value that was kept.
  func value<Value>(
    _ type: Value.Type,
    at position: Int,
    in index: DocumentIndex,
    _ decode: () throws -> Value
  ) throws -> Value {
    guard position != member, index.isCompleteInGrowing(position) else { return try decode() }
    if let known = kept[position]?.prefixes.first(where: { $0.type == type }), known.next < 0,
      let value = known.value as? Value
    {
      return value
    }
    let value = try decode()
    keep(value, as: type, at: position, next: DocumentIndex.notFound)
    return value
  }

  @inline(never)
  private func keep(_ value: Any, as type: any Any.Type, at position: Int, next: Int) {
    _ = remove(type, at: position)
    let table = kept[position] ?? ContainerTable()
    table.prefixes.append((type, value, next))
    kept[position] = table
  }

  @inline(never) private func remove(_ type: any Any.Type, at position: Int) -> Prefix? {
    guard let table = kept[position],
      let place = table.prefixes.firstIndex(where: { $0.type == type })
    else { return nil }
    return table.prefixes.remove(at: place)
  }
}
