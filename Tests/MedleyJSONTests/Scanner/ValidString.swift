extension String {
  /// The text that the bytes are in UTF-8; nil if they aren't.
  ///
  /// `init(decoding:as:)` repairs what isn't valid, so the bytes are compared.
  init?(valid bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
