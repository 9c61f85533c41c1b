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

  /// The behaviour of the format.
  @inline(never) var traits: DecoderTraits { DecoderTraits(decoder) }

  /// Whether this is the text of an XML element, which XMLCoder provides under the empty key.
  @inline(never) var isText: Bool {
    isMarkup && container.allKeys.allSatisfy(\.stringValue.isEmpty)
  }

  /// Whether the format is XML, which doesn't distinguish an empty element from an empty string.
  var isMarkup: Bool { traits == .markup }

  /// Whether a value can be read as only one kind of scalar.
  var isStrict: Bool { traits == .strict }

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

extension [WireKey] {
  /// The names of the keys.
  @inline(never) var names: [String] { map(\.stringValue) }
}

extension [MemberKey] {
  /// The keys as they are declared.
  @inline(never) var asDeclared: [WireKey] { map(\.key) }
}

/// A key of a wire form in two spellings: as declared, and converted from snake case.
///
/// An app can declare `"media_type"` as the server writes it, or `"mediaType"` as the decoder
/// converts it. Both are the same member.
///
/// It is a class, because places with keys are passed on, and each has up to eight words.
package final class MemberKey: Equatable, Sendable {
  let key: WireKey
  /// Whether a list under the key stands for its first tag that is registered.
  let isList: Bool
  private let converted: WireKey?

  /// Whether a decoder may convert the key to another one.
  var isConverted: Bool { converted != nil }

  package var name: String { key.stringValue }

  @inline(never) package init(_ name: String, isList: Bool = false) {
    key = WireKey(name.compacted)
    self.isList = isList
    converted = key.convertedFromSnakeCase
  }

  package static func == (lhs: MemberKey, rhs: MemberKey) -> Bool {
    lhs.key == rhs.key && lhs.isList == rhs.isList
  }

  /// Returns the spelling under which an object has the member.
  @inline(never) package func shown(in object: ObjectReader) -> WireKey {
    guard let converted, !object.container.contains(key), object.container.contains(converted),
      // If the key isn't there as declared, the decoder may have converted it.
      !object.keysAsWritten.contains(converted.stringValue)
    else { return key }
    return converted
  }
}
