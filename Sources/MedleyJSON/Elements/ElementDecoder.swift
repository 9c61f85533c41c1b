import Medley

/// Decodes the values of one type from the index, without a decoder between.
///
/// Generic code has to look up the metadata of each generic type that it names; a class has those of
/// its own arguments at hand. So this one, which the document keeps for a type, is found without
/// naming the type,
class AnyElementDecoder {
  init() {}
}

/// and this one knows it.
class ElementDecoder<Value>: AnyElementDecoder {
  /// - Parameters:
  ///   - position: The value in the index.
  ///   - mark: Where the issues of this value begin, for decoders that remove those of a value that
  ///     failed. They move it on behind each value.
  /// - Returns: The value.
  /// - Throws: What the type's own `init(from:)` would throw.
  func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    // Swift has no abstract methods; `make` gives out subclasses only.
    fatalError("A subclass decodes.")
  }
}

extension AnyElementDecoder {
  /// Makes the decoder for a type that has a fast path; nil for others.
  static func make(for type: any Decodable.Type, in index: DocumentIndex) -> AnyElementDecoder? {
    func ofFields<Value: FieldDecodable>(_ type: Value.Type) -> AnyElementDecoder? {
      CustomInitProbe.reachesMedley(type) ? FieldElementDecoder<Value>(index) : nil
    }
    func ofCases<Value: PolymorphicEnum>(_ type: Value.Type) -> AnyElementDecoder? {
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
    case let type as any PolymorphicEnum.Type: return ofCases(type)
    case let type as any KnownElement.Type: return ofKnown(type)
    case let type as any LossyElementsType.Type: return type.makeDecoder(index)
    default: return nil
    }
  }
}

// MARK: - Decoding fields

private final class FieldElementDecoder<Value: FieldDecodable>: ElementDecoder<Value> {
  private let index: DocumentIndex

  init(_ index: DocumentIndex) {
    self.index = index
    super.init()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    var reader = FieldReader(try index.fields(at: position))
    return try Value(fields: &reader)
  }
}
