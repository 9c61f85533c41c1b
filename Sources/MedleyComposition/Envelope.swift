import Medley

extension Encoder {
  /// Encodes the members of an envelope and the elements that share its object.
  ///
  /// Call it in an `encode(to:)` of your own, if the type has members in the same object as an
  /// element:
  ///
  /// ```swift
  /// struct Message: Codable {
  ///   var id: Int
  ///   var item: Item  // a PolymorphicEnum
  ///
  ///   enum CodingKeys: CodingKey { case id }
  ///
  ///   init(from decoder: any Decoder) throws {
  ///     let members = try decoder.container(keyedBy: CodingKeys.self)
  ///     id = try members.decode(Int.self, forKey: .id)
  ///     item = try Item(from: decoder)
  ///   }
  ///
  ///   func encode(to encoder: any Encoder) throws {
  ///     try encoder.encodeEnvelope { encoder in
  ///       var members = encoder.container(keyedBy: CodingKeys.self)
  ///       try members.encode(id, forKey: .id)
  ///       try item.encode(to: encoder)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// An unknown element has kept the whole object. It is encoded last, whatever the order of the
  /// calls, without the members that anything else has written, and without those that the key types
  /// of the envelope name: the envelope has removed them. All members are written through one
  /// container, as all formats allow.
  ///
  /// - Parameter body: A function that encodes the members and the elements to the encoder that it
  ///   is given. It may be called a second time: MedleyJSON's encoder first writes members without
  ///   comparing their keys with each other, and starts again where that isn't enough.
  /// - Throws: What `body` throws. `EncodingError.invalidValue` if two different values have one key,
  ///   or if an element isn't encoded as an object.
  public func encodeEnvelope(_ body: (_ encoder: any Encoder) throws -> Void) throws {
    if try MergedParts.writeUnchecked(to: self, body) { return }
    // Those write unknown elements last anyway. Types are compared: a cast takes 1,250 instructions.
    if ObjectWriter.cast(self) != nil || Self.self == ObjectRecorder.self { return try body(self) }
    let object = MergedParts(at: self)
    try object.write(envelope: body)
    try object.writeMembersLeft()
  }
}
