import Medley
import MedleyBase
import MedleyEngine

/// Decodes the valid elements of an array, and reports the others.
final class LossyElementsDecoder<List: LossyElements>: ReportingElementDecoder<List> {
  private typealias Element = List.Element

  private let isLossy = Element.self is any PartlyDecodable.Type

  override func decode(
    at position: Int,
    _ mark: inout IssueMark
  ) throws -> List {
    guard index.kind(position) == .array else { throw index.mismatch([Any].self, at: position) }
    if let values = scalars(at: position) { return List(values) }
    let start = mark
    mark.takesPending = true
    defer { mark.takesPending = start.takesPending }
    do {
      if index.isGrowing(position), let prefixes = index.document.prefixes {
        return List(try growingElements(at: position, keeping: prefixes, &mark))
      }
      return List(try elements(at: position, &mark))
    } catch {
      start.removeIssues()
      throw error
    }
  }

  /// The decoder of the elements; nil if they have none.
  private var fastPath: ReportingElementDecoder<Element>? {
    isLossy ? nil : index.elementDecoder(for: Element.self)?.reporting(Element.self)
  }

  /// Decodes the valid elements of an array.
  private func elements(at position: Int, _ mark: inout IssueMark) throws -> [Element] {
    let end = index.entries[position].end
    var count = index.size(position)
    var position = position &+ IndexEntry.entriesPerContainer
    let fastPath = fastPath
    // Room for four megabytes at a time, so that two bytes of JSON can't reserve the size of an
    // element.
    let room = max(64, (4 << 20) / max(1, MemoryLayout<Element>.stride))
    var values: [Element] = []
    while position < end {
      // Filled in place, because `append` looks up the type of the array.
      let part = try unsafe [Element](unsafeUninitializedCapacity: min(count, room)) {
        buffer,
        filled in
        var left = min(count, room)
        count -= left
        while left > 0, position < end {
          left -= 1
          do {
            // Sound: there is room for the remaining elements.
            try unsafe (buffer.baseAddress.unsafelyUnwrapped + filled)
              .initialize(to: decode(fastPath, at: position, &mark))
            filled += 1
            // The next element must not remove the issues of this one.
            if !mark.isSilent { mark.advance() }
          } catch {
            try drop(position, because: error, &mark)
          }
          position = index.next(position)
        }
      }
      if values.isEmpty { values = part } else { values += part }
    }
    return values
  }

  /// Decodes the valid elements of an array that isn't complete, and keeps them if the last fails.
  @inline(never) private func growingElements(
    at array: Int,
    keeping prefixes: DecodedPrefixes,
    _ mark: inout IssueMark
  ) throws -> [Element] {
    let fastPath = fastPath
    return try prefixes.collection([], of: List.self, at: array, in: index) { values, position in
      do {
        values.append(try decode(fastPath, at: position, &mark))
        if !mark.isSilent { mark.advance() }
      } catch {
        try drop(position, because: error, &mark)
      }
    }
  }

  /// Returns the elements of an array of scalars; nil for other types, and if one is invalid.
  private func scalars(at array: Int) -> [Element]? {
    if Element.self == Int.self { return same(try? index.integers(at: array)) }
    if Element.self == String.self { return same(try? index.strings(at: array)) }
    if Element.self == Double.self { return same(try? index.doubles(at: array)) }
    return nil
  }

  @inline(__always) private func same<Scalar>(_ elements: [Scalar]?) -> [Element]? {
    // Sound: the callers have compared the types.
    elements.map { unsafe unsafeBitCast($0, to: [Element].self) }
  }

  /// Drops and reports an element, or throws its error if that ends the array.
  @inline(never) private func drop(
    _ position: Int,
    because error: any Error,
    _ mark: inout IssueMark
  ) throws {
    if error.isFinal || index.isGrowing(position) { throw error.withTextMade }
    mark.removeIssues()
    let decoder = index.decoder(at: position)
    DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    mark.advance()
  }

  @inline(__always) private func decode(
    _ fastPath: ReportingElementDecoder<Element>?,
    at position: Int,
    _ mark: inout IssueMark
  ) throws -> Element {
    if let fastPath { return try fastPath.decode(at: position, &mark) }
    return isLossy
      ? try List.decodeParts(from: index.decoder(at: position))
      : try index.decode(Element.self, at: position)
  }
}
