/// The bytes of a line before a place, and bytes after it, also of further lines.
///
/// They are stored inline, and the end of the line isn't searched for before it is needed: most
/// errors of attempts with `try?` are never read.
struct Surroundings {
  /// The number of bytes on each side of the place.
  static let reach = 40

  /// Sixteen bytes.
  ///
  /// It isn't a vector, because memory with its alignment takes three times as long to allocate.
  private struct Part {
    var low: UInt64 = 0
    var high: UInt64 = 0

    @inline(__always) init() {}

    @inline(__always) init(_ bytes: Bytes, at position: Int) {
      low = bytes.word(at: position)
      high = bytes.word(at: position + 8)
    }

    /// Reads as many bytes as there are up to an end.
    init(_ bytes: Bytes, at position: Int, to end: Int) {
      low = bytes.head(position, max(0, end - position))
      high = bytes.head(position + 8, max(0, end - position - 8))
    }

    subscript(position: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (position < 8 ? low : high) >> UInt64(position % 8 * 8))
    }
  }

  // Eighty bytes.
  private var first = Part()
  private var second = Part()
  private var third = Part()
  private var fourth = Part()
  private var fifth = Part()
  private let leadCount: UInt8
  private let count: UInt8

  /// - Parameters:
  ///   - bytes: The document.
  ///   - start: The first byte, at most ``reach`` before the place.
  ///   - place: The place.
  ///   - end: The end, at most ``reach`` after the place.
  @inline(__always) init(_ bytes: Bytes, from start: Int, at place: Int, to end: Int) {
    leadCount = UInt8(place - start)
    count = UInt8(end - start)
    if end == start { return }
    if start + 80 <= bytes.readable {
      first = Part(bytes, at: start)
      second = Part(bytes, at: start + 16)
      third = Part(bytes, at: start + 32)
      fourth = Part(bytes, at: start + 48)
      fifth = Part(bytes, at: start + 64)
    } else {
      copy(bytes, from: start, to: end)
    }
  }

  /// Copies bytes near the end of the document.
  @inline(never) private mutating func copy(_ bytes: Bytes, from start: Int, to end: Int) {
    first = Part(bytes, at: start, to: end)
    second = Part(bytes, at: start + 16, to: end)
    third = Part(bytes, at: start + 32, to: end)
    fourth = Part(bytes, at: start + 48, to: end)
    fifth = Part(bytes, at: start + 64, to: end)
  }

  private subscript(position: Int) -> UInt8 {
    let lane = position % 16
    return switch position / 16 {
    case 0: first[lane]
    case 1: second[lane]
    case 2: third[lane]
    case 3: fourth[lane]
    default: fifth[lane]
    }
  }

  /// The bytes before the place.
  @inline(never) var lead: [UInt8] { (0..<Int(leadCount)).map { self[$0] } }

  /// The bytes of the line from the place on.
  @inline(never) var restOfLine: [UInt8] {
    (Int(leadCount)..<Int(count)).lazy.map { self[$0] }
      .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }
}
