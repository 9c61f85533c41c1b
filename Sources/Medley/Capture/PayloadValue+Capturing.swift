import MedleyBase

// MARK: - Decoding

extension PayloadValue: Decodable {
  /// Decodes any value.
  ///
  /// A member that the decoder can't provide as any kind, such as a date of TOML, is left out and
  /// is an issue in the ``DecodingReport``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the value is nested deeper than 128 levels, or 40
  ///   with decoders other than Foundation's, if a format with aliases makes more than 200,000
  ///   values of it, or if the document is invalid.
  public init(from decoder: any Decoder) throws {
    if let decoder = MedleyDecoders.cast(decoder) {
      self = decoder.payloadValue
      return
    }
    if let decoder = PayloadValueDecoder.cast(decoder) {
      self = decoder.value
      return
    }
    let traits = DecoderTraits(decoder)
    if traits != .strict {
      do {
        _ = try decoder.container(keyedBy: WireKey.self)
      } catch is DecodingError {
        // The value is of another kind. Any other error asks for the value in another way: GRDB's for a
        // column with JSON, whose text it decodes then.
      }
    }
    do {
      if traits == .strict {
        self = try CapturedValue.strict(root: decoder)
      } else {
        // XML has no aliases.
        self = try Self.$capturedValues.withValue(traits == .markup ? nil : Lock(0)) {
          try CapturedValue(from: decoder).value
        }
      }
    } catch let stop as CaptureStop {
      throw stop.error
    } catch let error as UncapturableValue {
      throw error.asDecodingError(because: nil)
    }
  }
}

// MARK: - Trying one kind

extension PayloadValue {
  static func boolean(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    (try? container.decode(Bool.self)).map { .boolean($0) }
  }

  static func integer(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    (try? container.decode(Int64.self)).map { .integer($0) }
  }

  /// Reads a number beyond `Int64`.
  ///
  /// The double is read first, because some decoders trap when a negative number is read as
  /// unsigned.
  static func number(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    guard let double = try? container.decode(Double.self) else { return nil }
    if double >= 0x1p63, double <= 0x1p64, let unsigned = try? container.decode(UInt64.self) {
      return .unsigned(unsigned)
    }
    return .double(double)
  }
}
