/// What a container writes late, apart from the text that it belongs to.
///
///     document    {"n":{},"a":{}}
///                       ▲      ▲
///     segment 0     "x":2,"z":4│      what "n" wrote after "a" was begun
///     segment 1              "y":3    what "a" wrote after that
///
/// A container that alternates with others has one segment. They are joined at the end of the call.
struct Segment {
  enum Target {
    /// At the end of a container: before its bracket, after a comma.
    case end
    /// In place of an empty object.
    case placeholder
    /// Before an element or member, with a comma after it.
    case before
    /// Nowhere, because the text it belongs to is removed.
    case removed
  }

  /// The number of the text to which it belongs, and the position in that.
  let text: Int
  let position: Int
  var target: Target
  /// The level that it goes on with; -1 for that of a place.
  let origin: Int
  /// The shape of what was written in place of a placeholder.
  var shape = JSONWriter.Shape.nothing
  /// The text; while it is being written, the text that is written after it.
  var content: WrittenText
}

/// A value that isn't completed as others are.
struct Mark {
  /// The position of its first byte.
  var position: Int
  /// Whether it was written as the bytes that came; otherwise it is a nested container, which goes on with
  /// an earlier value under its key, if there is one.
  let isCopy: Bool
}

/// A text that is written from its beginning to its end.
struct WrittenText {
  /// The number of the segment; -1 for the document.
  let number: Int
  var output: ByteBuffer
  /// The values that aren't completed as others are, in order.
  var marks: [Mark] = []

  init(number: Int, capacity: Int) {
    self.number = number
    output = ByteBuffer(capacity: capacity)
  }
}
