/// The bytes of a line before a place, and bytes after it, also of further lines.
///
/// They are stored inline, and the end of the line isn't searched for before it is needed: most
/// errors of attempts with `try?` are never read.
struct Surroundings {
  /// The number of bytes on each side of the place.
  static let reach = 40

  // Eighty bytes.
  private var first: SIMD16<UInt8> = .zero
  private var second: SIMD16<UInt8> = .zero
  private var third: SIMD16<UInt8> = .zero
  private var fourth: SIMD16<UInt8> = .zero
  private var fifth: SIMD16<UInt8> = .zero
  private let leadCount: UInt8
  private let count: UInt8

  /// - Parameters:
  ///   - bytes: The document.
  ///   - start: The first byte, at most ``reach`` before the place.
  ///   - place: The place.
  ///   - end: The end, at most ``reach`` after the place.
  init(_ bytes: Bytes, from start: Int, at place: Int, to end: Int) {
    leadCount = UInt8(place - start)
    count = UInt8(end - start)
    if start + 80 <= bytes.count {
      first = bytes.vector(at: start)
      second = bytes.vector(at: start + 16)
      third = bytes.vector(at: start + 32)
      fourth = bytes.vector(at: start + 48)
      fifth = bytes.vector(at: start + 64)
    } else {
      for offset in 0..<end - start { self[offset] = bytes[start + offset] }
    }
  }

  private subscript(position: Int) -> UInt8 {
    get {
      let lane = position % 16
      return switch position / 16 {
      case 0: first[lane]
      case 1: second[lane]
      case 2: third[lane]
      case 3: fourth[lane]
      default: fifth[lane]
      }
    }
    set {
      let lane = position % 16
      switch position / 16 {
      case 0: first[lane] = newValue
      case 1: second[lane] = newValue
      case 2: third[lane] = newValue
      case 3: fourth[lane] = newValue
      default: fifth[lane] = newValue
      }
    }
  }

  /// The bytes before the place.
  var lead: [UInt8] { (0..<Int(leadCount)).map { self[$0] } }

  /// The bytes of the line from the place on.
  var restOfLine: [UInt8] {
    (Int(leadCount)..<Int(count)).lazy.map { self[$0] }
      .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }
}

// MARK: - Comparing

extension Surroundings: Hashable {
  static func == (lhs: Surroundings, rhs: Surroundings) -> Bool {
    lhs.lead == rhs.lead && lhs.restOfLine == rhs.restOfLine
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(lead)
    hasher.combine(restOfLine)
  }
}
