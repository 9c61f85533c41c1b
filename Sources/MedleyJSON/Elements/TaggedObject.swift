/// A value of the index and the registration that its tag selects.
struct TaggedObject {
  /// The registration for a tag that isn't a string or has escapes: not known yet.
  static let otherValue = -2

  /// The position of the value.
  let position: Int
  /// The position of the member with the tag; `DocumentIndex.notFound` if there is none.
  let tag: Int
  /// The index of the registration; -1 if no type is registered for the string, or `otherValue`.
  let registration: Int

  /// Creates the result for an object without a tag, or for another value.
  init(at position: Int) {
    self.init(at: position, tag: DocumentIndex.notFound, registration: Self.otherValue)
  }

  @inline(__always) init(at position: Int, tag: Int, registration: Int) {
    self.position = position
    self.tag = tag
    self.registration = registration
  }

  @inline(__always) var isRegistered: Bool { registration >= 0 }

  /// Whether the tag is a string for which no type is registered.
  @inline(__always) var isUnregistered: Bool { registration == -1 }
}
