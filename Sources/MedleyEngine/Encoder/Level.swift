/// The state of a value that is being written.
///
/// A writer has a stack of them, from the value on top of the document to the innermost.
package struct Level {
  /// The shape of what was written.
  package enum Shape: UInt8 {
    case nothing, scalar, array, object
  }

  /// The number of the level, which no other level of the writer has.
  ///
  /// Encoders and containers have it as well, so that one of a finished level is known.
  var serial: Int
  /// The position of the last element or member, with its comma.
  var member = 0
  /// The position of the last key.
  var key = 0
  /// The `intValue` of the last key; nil if it has none.
  var keyNumber: Int?
  /// The last key, if a strategy converts keys and it is cached.
  var cachedKey: EncodedKeys.Key?
  /// The number of elements.
  var count = 0
  /// The type of the keys of the first container.
  var keyType: ObjectIdentifier?
  /// The type of the keys of a second container, which has no key of the first one.
  var otherKeyType: ObjectIdentifier?
  /// The fields that were written; see `FieldShapes`.
  var fields = 0
  /// The last key, if it is that of a field; see `FieldShapes`.
  var lastField = 0
  /// The keys that were written: the bits of cached keys, or of the hashes of others.
  var keys: UInt64 = 0
  /// Those of them that only nested containers have, whose keys are compared; see `PlaceChildren`.
  var childKeys: UInt64 = 0
  /// The keys of the second type of keys.
  var otherKeys: UInt64 = 0
  var shape = Shape.nothing
  /// Whether the next element or member is the first.
  var isEmpty = true
  /// Whether there are keys that aren't cached.
  var hasUncachedKeys = false
  /// Whether it is a value whose `encode(to:)` is running.
  var isFrame = false
  /// The index of the place, if encoders or containers may be used after the level is finished; -1
  /// for others.
  var place: Int32 = -1
  /// The places in the container.
  var children = PlaceChildren()
  /// The segment of a container that goes on late; -1 for others.
  var segment: Int32 = -1

  @inline(__always) init(serial: Int) {
    self.serial = serial
  }
}
