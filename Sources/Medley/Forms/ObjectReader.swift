package import MedleyBase

/// An object in which tags are found.
///
/// It is a class, because a container is of a size that is only known at run time, and so would be
/// the size of every value with an object in it.
package final class ObjectReader {
  package let container: KeyedDecodingContainer<WireKey>
  private let decoder: any Decoder
  /// The decoder of a payload that is the element itself.
  var element: any Decoder
  /// The object and the key that it is a member of; nil for an element.
  private let parent: (object: ObjectReader, key: WireKey)?

  @inline(never) package init(_ decoder: any Decoder) throws {
    container =
      try SharedObjectDecoder.cast(decoder)?.members ?? decoder.container(keyedBy: WireKey.self)
    self.decoder = decoder
    element = decoder
    parent = nil
  }

  private init(_ parent: ObjectReader, _ key: WireKey) throws {
    container = try parent.container.nestedContainer(keyedBy: WireKey.self, forKey: key)
    decoder = parent.decoder
    element = parent.element
    self.parent = (parent, key)
  }

  /// The decoder of the element, which shares this container where that is faster.
  var shared: any Decoder { SharedObjectDecoder.sharing(decoder, container) }

  /// Returns the object under a key, or nil for another value.
  @inline(never) func object(at key: WireKey) -> ObjectReader? {
    // Foundation's decoders make a path for an error, in a time that is quadratic in its length.
    container.contains(key) ? try? ObjectReader(self, key) : nil
  }

  /// The keys of the object's members.
  var members: [WireKey] {
    if DecoderTraits.copiesMembers(decoder) {
      return KeyCollector.keys(of: container).map { WireKey($0) }
    }
    return isText ? [] : container.allKeys
  }

  /// Whether this is the text of an XML element, which XMLCoder provides under the empty key.
  var isText: Bool { isMarkup && container.allKeys.allSatisfy(\.stringValue.isEmpty) }

  /// Whether the format is XML, which doesn't distinguish an empty element from an empty string.
  @inline(never) var isMarkup: Bool {
    DecoderTraits(decoder) == .markup
  }

  /// Whether a value can be read as only one kind of scalar.
  var isStrict: Bool {
    DecoderTraits(decoder) == .strict
  }

  /// The original keys: those of a dictionary aren't converted by key strategies.
  private(set) lazy var keysAsWritten: Set<String> = {
    let members =
      if let parent {
        try? parent.object.container.decode([String: DecoderProbe].self, forKey: parent.key)
      } else {
        try? decoder.singleValueContainer().decode([String: DecoderProbe].self)
      }
    return Set((members ?? [:]).keys)
  }()
}
