/// A cache of short strings.
///
/// Feeds repeat short strings, and on 64-bit systems those of at most 15 bytes are stored inline,
/// so a small table can return them. It turns itself off if a document doesn't repeat strings.
struct StringCache {
  private struct Entry {
    var first: UInt64 = 0
    // No string has this length in its second word.
    var second = UInt64.max
    var string = ""
  }

  private static let count = 128
  private var entries = MemoryStack<Entry>(capacity: Self.count)
  /// A score that falls with each miss and rises with each hit; the cache is off at zero.
  var score = 256

  init() {
    for _ in 0..<Self.count { entries.push(Entry()) }
  }

  func deallocate() {
    entries.deallocate()
  }

  /// Returns the string of at most 15 bytes in two words, the second with the length in its top
  /// byte.
  @inline(__always)
  mutating func string(_ first: UInt64, _ second: UInt64, otherwise make: () -> String) -> String {
    let hash = (first ^ (second &<< 23 | second &>> 41)) &* 0x9e37_79b9_7f4a_7c15
    // Seven bits, and there are as many entries.
    let place = Int(truncatingIfNeeded: hash &>> 57)
    if entries[place].first == first, entries[place].second == second {
      score &+= 1
      return entries[place].string
    }
    let string = make()
    score &-= 2
    entries[place] = Entry(first: first, second: second, string: string)
    return string
  }
}
