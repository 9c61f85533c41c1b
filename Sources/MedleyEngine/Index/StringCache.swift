/// A cache of short strings.
///
/// Feeds repeat short strings, and on 64-bit systems those of at most 15 bytes are stored inline,
/// so a small table can return them. It turns itself off if a document doesn't repeat strings.
@safe struct StringCache {
  private struct Entry {
    var first: UInt64
    var second: UInt64
    var string: String
  }

  private static let count = 128
  private let entries: UnsafeMutablePointer<Entry>
  /// A score that falls with each miss and rises with each hit; the cache is off at zero.
  var score = 256

  init() {
    unsafe entries = .allocate(capacity: Self.count)
    // No string has this length in its second word.
    unsafe entries.initialize(
      repeating: Entry(first: 0, second: .max, string: ""),
      count: Self.count
    )
  }

  func deallocate() {
    unsafe entries.deinitialize(count: Self.count)
    unsafe entries.deallocate()
  }

  /// Returns the string of at most 15 bytes in two words, the second with the length in its top
  /// byte.
  @inline(__always) mutating func string(
    _ first: UInt64,
    _ second: UInt64,
    otherwise make: () -> String
  ) -> String {
    let hash = (first ^ (second &<< 23 | second &>> 41)) &* 0x9e37_79b9_7f4a_7c15
    // Sound: the index has seven bits, and there are as many entries.
    let entry = unsafe entries + Int(truncatingIfNeeded: hash &>> 57)
    if unsafe entry.pointee.first == first, unsafe entry.pointee.second == second {
      score &+= 1
      return unsafe entry.pointee.string
    }
    let string = make()
    score &-= 2
    unsafe entry.pointee = Entry(first: first, second: second, string: string)
    return string
  }
}
