import MedleyEngine

/// Scans the elements of an array while a splitter finds them, so that each byte is looked at once.
///
///     buffer   | ... {"a":1} , {"b":2} , {"c":   |
///                    ^------- window ---------^
///
/// An element that isn't complete in the window, or isn't valid, isn't scanned: the splitter frames
/// it first.
struct ElementScan {
  /// The document for the index; nil if elements are only framed.
  private let document: Document?
  private var scanner: Scanner?
  /// The part of the buffer in which elements are scanned; empty before the first.
  private(set) var window = 0..<0
  private var count = 0

  init(_ document: Document?) {
    self.document = document
  }

  var isActive: Bool { document != nil }

  /// Scans an element.
  ///
  /// - Parameters:
  ///   - range: The first byte, and the end as far as it is known.
  ///   - buffer: The buffer.
  /// - Returns: The position after the element; nil if it isn't complete or not valid.
  @inline(__always)
  mutating func end(of range: Range<Int>, in buffer: FeedBuffer) -> Int? {
    guard isActive else { return nil }
    if window.isEmpty || range.upperBound > window.upperBound, count == 0 {
      begin(range, in: buffer)
    }
    let base = window.lowerBound
    guard let end = scanner?.scanElement(from: range.lowerBound &- base, count) else { return nil }
    count &+= 1
    return base &+ end
  }

  @inline(never) private mutating func begin(_ range: Range<Int>, in buffer: FeedBuffer) {
    let end = min(buffer.count, max(range.upperBound, range.lowerBound + FeedChunk.size))
    window = range.lowerBound..<end
    buffer.pad()
    // A text of 2 GiB is refused when it is loaded alone.
    scanner = try? document?.beginElements(
      buffer.bytes(range.lowerBound..<end + FeedBuffer.padding)
    )
  }

  /// Ends the scan and returns the number of elements.
  func end() -> Int {
    if let scanner { document?.endElements(scanner, count) }
    return count
  }
}
