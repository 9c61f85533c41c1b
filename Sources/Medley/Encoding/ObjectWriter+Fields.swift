// MARK: - Writing the fields of a payload

/// The writer is a target of fields, so that none has to be allocated.
///
/// Fields are written by the encoder's own target, unless their name may be that of the tag.
extension ObjectWriter: FieldTarget {
  /// Prepares the writer for fields.
  ///
  /// - Returns: False if the encoder has no target of its own, or other parts write to the object.
  func beginFields() throws -> Bool {
    guard case .tag = company, direct != nil, path.isEmpty,
      let own = MedleyEncoders.cast(base), let fields = try own.fields()
    else { return false }
    fieldTarget = fields
    addOwned(WireKey.self)
    return true
  }

  var encoder: any Encoder { self }

  /// Returns whether a field must be written, because it isn't the tag.
  @inline(__always) private func admits(
    _ value: @autoclosure () -> RecordedValue,
    _ key: FieldKey
  ) throws -> Bool {
    guard direct?.isReserved(key) == true else { return true }
    return try admits(value(), under: WireKey(key.string))
  }

  func encode(_ value: String, _ key: FieldKey) throws {
    if try admits(.string(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode(_ value: Bool, _ key: FieldKey) throws {
    if try admits(.boolean(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode(_ value: Int, _ key: FieldKey) throws {
    if try admits(.integer(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode(_ value: Double, _ key: FieldKey) throws {
    if try admits(.double(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    if try admits(.value(value), key) { try fieldTarget?.encode(value: value, key) }
  }
}
