/// Where the tags of a registry stand, for decoders with an index of the document.
///
/// Such a decoder finds a registered tag without containers. If it doesn't find one, it calls
/// ``ElementReader``, which reads every element.
///
/// It is a class, because a copy of a table would be large.
package final class TagSearch: Sendable {
  package enum Place: Sendable {
    /// Under the keys of a path, the outermost first.
    case path([String])
    /// Parts under several keys.
    case members([String])
    /// Under a key, beside the content. Without a key for the content, the tag is the key.
    case adjacent(tag: String, content: String?)
    /// The only key of an object.
    case onlyKey
    /// The first of the two elements of an array.
    case firstElement
    case jsonKind
    /// Nowhere: the fields tell the type.
    case fields
    /// Where a function of the app finds it.
    case anywhere(@Sendable (any Decoder) throws -> TypeTag?)
    /// In the first of several places that has a tag.
    case alternatives([TagSearch])
  }

  package let place: Place
  private let table: TagTable

  init(_ place: Place, _ table: TagTable) {
    self.place = place
    self.table = table
  }

  /// The strings that select an entry, with its position.
  package var stringPositions: [(tag: String, position: Int)] { table.stringPositions }

  /// The tags with several parts, all of them strings, with the positions of their entries.
  package var compoundPositions: [(parts: [String], position: Int)] {
    table.tags.compactMap { tag in
      let parts = tag.parts.compactMap { $0?.string }
      guard case .compound(let all) = tag, parts.count == all.count else { return nil }
      return table.position(of: tag).map { (parts, $0) }
    }
  }

  /// The fields of the types that fields tell.
  package var fieldMasks: FieldMasks { table.fieldMasks }

  /// The position of the entry that a tag selects.
  package func position(of tag: TypeTag) -> Int? { table[tag] }

  /// Returns the index of the tags, which is made once.
  package func index<Index: AnyObject & Sendable>(_ make: @Sendable () -> Index) -> Index {
    table.strings.index(make)
  }
}

// MARK: - Serving Medley's own decoders

extension SharedRegistry {
  /// Where the tags stand; nil if only ``ElementReader`` can tell.
  package var tagSearch: TagSearch? {
    // Strings that differ in case may be equal tags.
    guard !contents.tagComparison.foldsCase else { return nil }
    let form = contents.discriminator.form
    // Whether a payload is the same element again depends on the alternative.
    if contents.hasElements, form is AlternativeForms { return nil }
    return form.search(among: contents.table)
  }

  /// The key of the tag; nil if the wire form has no single key or the comparison isn't exact.
  var tagKey: String? { contents.table.strings.key }
}
