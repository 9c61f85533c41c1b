// MARK: - Decoding

extension PolymorphicRegistry {
  /// Decodes the element that `decoder` stands at.
  func decode(from decoder: any Decoder) throws -> Polymorphic<Base> {
    try ElementReader(decoder).read(with: shared)
  }
}
