import Medley

/// A decoder of elements of any type.
///
/// Generic code looks up the metadata of each generic type that it names, and a generic class
/// stores that of its arguments. So the document caches decoders as this class, which isn't
/// generic.
package class AnyElementDecoder {
  /// Whether the type reads its fields.
  final let readsFields: Bool

  init(readsFields: Bool = false) {
    self.readsFields = readsFields
  }
}

/// A decoder of elements of one type, which reads the index without a `Decoder`.
class ElementDecoder<Value>: AnyElementDecoder {
  /// - Parameters:
  ///   - position: The position of the value in the index.
  ///   - mark: The mark before the issues of this value, for decoders that remove those of a failed
  ///     value. They advance it after each value.
  /// - Returns: The value.
  /// - Throws: What the type's own `init(from:)` would throw.
  func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    // Swift has no abstract methods; `make` returns only subclasses.
    fatalError("A subclass decodes.")
  }
}

extension AnyElementDecoder {
  /// Returns the decoder for a type with a fast path, which is tested for all; nil for other types.
  static func make(for type: any Decodable.Type, in index: DocumentIndex) -> AnyElementDecoder? {
    func ofFields<Value: FieldDecodable>(_ type: Value.Type) -> AnyElementDecoder? {
      CustomInitProbe.reachesMedley(type) ? FieldElementDecoder<Value>(index) : nil
    }
    func ofCases<Value: PolymorphicDecodable>(_ type: Value.Type) -> AnyElementDecoder? {
      guard CustomInitProbe.reachesMedley(type) else { return nil }
      return EnumElementDecoder<Value>(in: index)
    }
    func ofKnown<Value: KnownElement>(_ type: Value.Type) -> AnyElementDecoder? {
      let reader = ElementReader(ValueDecoder(document: index.document, position: 0))
      return reader.registry(for: Value.Base.self).flatMap {
        PolymorphicElementDecoder<Value, Value.Base>($0, in: index)
      }
    }
    switch type {
    case let type as any FieldDecodable.Type: return ofFields(type)
    case let type as any PolymorphicDecodable.Type: return ofCases(type)
    case let type as any KnownElement.Type: return ofKnown(type)
    default: return nil
    }
  }

  /// Returns the decoder for a generic type whose `init(from:)` doesn't ask for it; nil for others.
  static func makeGeneric(
    for type: any Decodable.Type,
    in index: DocumentIndex
  ) -> AnyElementDecoder? {
    func ofStrings<Value: ListedStrings>(_ type: Value.Type) -> AnyElementDecoder? {
      StringElementDecoder(type.listedStrings, index)
    }
    func ofElements<List: LossyElements>(_ type: List.Type) -> AnyElementDecoder {
      LossyElementsDecoder<List>(index)
    }
    switch type {
    case let type as any LossyElements.Type: return ofElements(type)
    case let type as any ListedStrings.Type: return ofStrings(type)
    default: return nil
    }
  }
}
