import MedleyEngine

/// A value of the index and the registration that its tag selects.
struct TaggedObject {
  /// The position of the value.
  let position: Int
  /// The position of the member with the tag, or of another place of the tag;
  /// `DocumentIndex.notFound` if there is none.
  let tag: Int
  /// The index of the registration, or why there is none.
  let registration: Int
  /// The position of the payload; `DocumentIndex.notFound` if that is the value itself.
  let content: Int

  /// A string for which no type is registered.
  static let unregistered = -1
  /// A tag that isn't a string or has escapes, or another value whose tag isn't known yet.
  static let otherValue = -2
  /// A value without a tag in the form.
  static let untagged = -3

  @inline(__always) init(
    at position: Int,
    tag: Int = DocumentIndex.notFound,
    registration: Int,
    content: Int = DocumentIndex.notFound
  ) {
    self.position = position
    self.tag = tag
    self.registration = registration
    self.content = content
  }

  @inline(__always) var isRegistered: Bool { registration >= 0 }

  /// Whether the tag is a string for which no type is registered.
  @inline(__always) var isUnregistered: Bool { registration == Self.unregistered }

  /// Whether the value has no tag in the form, so that another form is tried.
  @inline(__always) var isUntagged: Bool { registration == Self.untagged }
}

extension DocumentIndex {
  /// Returns a reader for the fields of an object whose tag was found.
  @inline(__always) func fields(of object: TaggedObject) -> IndexedFields {
    IndexedFields(self, at: object.position, passing: object.tag)
  }
}
