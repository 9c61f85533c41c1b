import MedleyBase

/// Where the parts of an object are written that no checker looks at.
///
///     parts ──▶ containers of the document ── hashes of their names ──▶ two are equal, or something
///                                                                       was asked of a checker?
///                                          no ──▶ the object stays      yes ──▶ it is removed, and
///                                                                       written with all checks
///
/// Some objects are so written twice. Nesting doesn't multiply the work: objects inside one that is
/// written again aren't tried, and if eight fail that are inside the outermost one, that is written
/// again as a whole.
struct WrittenParts {
  /// The serial of the object whose parts are being written.
  var serial = -1
  /// Whether it must be written with checks.
  var mustCheck = false
  /// Whether all objects must be whose parts are being written.
  var checksAll = false
  /// Stands for the tag that there isn't: no key is reserved.
  static let noMember = LeadingMember(
    name: "",
    text: nil,
    json: nil,
    reserved: ReservedKeys([]),
    use: { _ in .direct }
  )

  /// The hashes of the names that were written: those of an object after those of the one around it.
  var names = MemoryStack<UInt64>()
  /// The level of an object that is being written with checks, as far as that is known.
  private var checkedLevel = Int.max
  /// The number of objects that are being tried, the one inside the other.
  private var depth = 0
  /// How many more of those inside the outermost may fail.
  private var failuresLeft = 0
  private static let mostFailures = 8

  /// Returns whether the parts of an object can be tried, and begins.
  mutating func begin(_ level: Int) -> Bool {
    if level <= checkedLevel { checkedLevel = .max }
    if depth == 0 { failuresLeft = Self.mostFailures }
    guard checkedLevel == .max, failuresLeft > 0 else { return false }
    depth += 1
    return true
  }

  /// Ends to try an object.
  ///
  /// - Returns: Whether nothing else must be done about it now: it is written, or one around it is
  ///   written again anyway.
  mutating func end(_ level: Int, isWritten: Bool) -> Bool {
    depth -= 1
    if isWritten { return true }
    failuresLeft -= 1
    if failuresLeft == 0 { checksAll = true }
    if checksAll, depth > 0 { return true }
    if depth == 0 { checksAll = false }
    checkedLevel = level
    return false
  }

  mutating func reset() {
    (serial, mustCheck, checksAll, checkedLevel, depth) = (-1, false, false, .max, 0)
    names.removeAll()
  }
}

/// The state of an object before it is written, to which it can go back.
///
/// It also has what becomes known of a tag that isn't known before the payload is written:
///
///     {"id":1,"type":"text.created"            the payload writes its tag
///     {"type":"text.created","id":1            it becomes the first member
///
/// If anything but a text under the key of the tag decides about it, the payload is encoded again,
/// after its tag.
///
/// It isn't in `TaggedPayload`, because other payloads would be a third slower with it.
struct WrittenBefore {
  let level: Level
  let start: Int
  let text: Int
  let nesting: Int
  let fault: (any Error)?
  let serial: Int
  /// The numbers of segments and places.
  let segmentCount: Int
  let placeCount: Int
  /// The tag, if the payload has written it.
  var tag: String?
  /// Whether the payload must be encoded again, after its tag.
  var isRefused = false

  /// Whether nothing was written of the object.
  var isNothing: Bool { level.shape == .nothing }

  init(_ opened: Int, in writer: JSONWriter) {
    level = writer.levels[opened]
    start = writer.output.count
    text = writer.state.text.number
    nesting = writer.state.nesting
    fault = writer.state.fault
    serial = writer.state.serial
    segmentCount = writer.state.segments.count
    placeCount = writer.state.places.count
  }
}
