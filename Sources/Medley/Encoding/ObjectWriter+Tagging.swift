// MARK: - Writing a payload with its tag

extension ObjectWriter {
  /// Encodes a payload and its tag as one object.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - tag: The tags that the payload may have.
  ///   - places: The places of the tag's parts among the payload's members.
  ///   - encoder: The encoder of the element.
  /// - Throws: `EncodingError.invalidValue` if the payload isn't encoded as an object, or stores
  ///   another tag.
  static func encode<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    at places: TagPlaces,
    to encoder: any Encoder
  ) throws {
    let merges = places.direct.merges(encoder)
    var record: ObjectRecorder?
    if !tag.isCertain || !places.objects.isEmpty && !merges {
      let recorder = ObjectRecorder(before: encoder)
      try payload.encode(to: recorder)
      record = recorder
    }
    let writer = try ObjectWriter(
      Payload.self,
      tagged: tag.written(for: payload, at: places, of: record, to: encoder),
      under: places.keys,
      inside: places.objects[...],
      of: record,
      merges: merges,
      in: encoder.container(keyedBy: WireKey.self),
      before: encoder,
      direct: merges ? places.direct : nil
    )
    try writer.write(payload)
  }
}

/// A tag, with the objects around it.
struct NestedTag: Encodable {
  private let tag: TypeTag
  private let path: ArraySlice<WireKey>

  init(_ tag: TypeTag, at path: ArraySlice<WireKey>) {
    self.tag = tag
    self.path = path
  }

  func encode(to encoder: any Encoder) throws {
    guard let key = path.first else {
      try tag.encode(to: encoder)
      return
    }
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encode(NestedTag(tag, at: path.dropFirst()), forKey: key)
  }
}
