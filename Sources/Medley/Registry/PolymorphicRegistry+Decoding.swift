// MARK: - Decoding

extension PolymorphicRegistry {
  /// Decodes the element of a decoder.
  func decode(from decoder: any Decoder) throws -> Polymorphic<Base> {
    try ElementReader(decoder).read(with: shared)
  }
}
