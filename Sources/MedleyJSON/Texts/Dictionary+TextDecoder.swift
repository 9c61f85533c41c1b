// MARK: - Decoding JSON inside strings

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Decodes each ``JSONText`` of this decoder with the strategies of another one.
  ///
  /// A type can't find out the strategies of `JSONDecoder`, so the text in a string is decoded with
  /// the default ones unless you state them:
  ///
  /// ```swift
  /// let texts = PolymorphicJSONDecoder()
  /// texts.keyDecodingStrategy = .convertFromSnakeCase
  /// decoder.userInfo.decodeTexts(with: texts)
  /// ```
  ///
  /// Registries and other user information are those of the document that contains the text. Inside
  /// a document of ``PolymorphicJSONDecoder``, its own strategies apply.
  ///
  /// - Parameter decoder: The decoder with the strategies, which later changes apply to as well.
  public mutating func decodeTexts(with decoder: PolymorphicJSONDecoder) {
    guard let key = EmbeddedText.decoderKey else { return }
    self[key] = decoder
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Decodes each ``JSONText`` of this decoder with the strategies of another one.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.decodeTexts(with: texts)
  /// let event = try YAMLDecoder().decode(
  ///   Event.self, from: yaml, userInfo: userInfo)
  /// ```
  ///
  /// - Parameter decoder: The decoder with the strategies, which later changes apply to as well.
  public mutating func decodeTexts(with decoder: PolymorphicJSONDecoder) {
    guard let key = EmbeddedText.decoderKey else { return }
    self[key] = decoder
  }
}
