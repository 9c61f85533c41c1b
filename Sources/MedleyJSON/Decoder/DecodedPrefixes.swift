/// The complete elements of arrays that aren't complete, for the attempts of one snapshot.
///
/// An attempt that fails at the end of a document has decoded all before it. Without these, a
/// snapshot took up to 1.8 decodes of the document.
///
/// It is a class, because attempts share it.
package final class DecodedPrefixes {
  /// The elements of an array, and the position of the one after them, by the position of the array.
  private var kept: [Int: (elements: Any, next: Int)] = [:]

  package init() {}

  /// Returns the elements of an array, if they were decoded as a type, and the next position.
  func take<Element>(at array: Int) -> (elements: [Element], next: Int)? {
    guard let (elements, next) = kept.removeValue(forKey: array),
      let elements = elements as? [Element]
    else { return nil }
    return (elements, next)
  }

  func keep<Element>(_ elements: [Element], before next: Int, at array: Int) {
    kept[array] = (elements, next)
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
    if let kept: (elements: [Element], next: Int) = prefixes.take(at: array) {
      (elements, position) = kept
    } else {
      elements.reserveCapacity(index.size(array))
    }
    while position < end {
      let next = index.next(position)
      if next >= end, index.isGrowing(position) { break }
      elements.append(try index.decode(Element.self, at: position))
      position = next
    }
    guard position < end else { return elements }
    do {
      elements.append(try index.decode(Element.self, at: position))
    } catch {
      prefixes.keep(elements, before: position, at: array)
      throw error
    }
    return elements
  }
}
