extension PayloadValue {
  /// Decodes the value as a type.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// userInfo.register(pushes)
  /// let push = try value.decode(
  ///   Polymorphic<any Push>.self, userInfo: userInfo)
  /// ```
  ///
  /// It is for a document that is a value already, such as the content of an ``UnknownPayload``, or what
  /// MedleyFoundation makes of the dictionary of a push notification. Registries, policies and reports
  /// are those of any decoder. Numbers convert exactly, or throw. Keys are found as they are, and
  /// converted from snake case. With MedleyFoundation or MedleyJSON, dates decode from seconds since
  /// 2001 and from ISO 8601, and data from Base64.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - userInfo: The registries and other information of the decoder. Installed registries are used
  ///     without it.
  /// - Returns: The decoded value.
  /// - Throws: What the type throws, `DecodingError` for what the value doesn't hold.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    try PayloadValueDecoder(self, userInfo: userInfo).decode(type)
  }
}
