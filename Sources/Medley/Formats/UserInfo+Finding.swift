extension CodingUserInfoKey {
  /// Creates a key of Medley's own.
  ///
  /// An optional one would take 180 instructions more for each lookup: its layout is only known at run
  /// time.
  init(own name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("A key may have any name.")
    }
    self = key
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Returns the value of a type under a key, or nil.
  @inline(__always) func value<Own>(of type: Own.Type, for key: CodingUserInfoKey) -> Own? {
    guard let value = self[key] else { return nil }
    return cast(value, to: type)
  }
}

/// Casts a value, mostly of just that type, for which a dynamic cast takes 260 instructions.
@inline(__always) private func cast<Value, Own>(_ value: Value, to type: Own.Type) -> Own? {
  // Sound: the types are the same.
  if Value.self == Own.self { return unsafe unsafeBitCast(value, to: type) }
  // Another type may contain one, such as an optional.
  return castDynamically(value, to: type)
}

@inline(never) private func castDynamically<Own>(_ value: Any, to type: Own.Type) -> Own? {
  value as? Own
}
