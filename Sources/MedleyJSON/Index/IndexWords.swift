// The index of a document: one 64-bit word for each scalar and key, three for each container.
//
//     scalar, key   | kind 4 | count 28          | offset 32   |  without quotation marks
//
//     container     | kind 4 | flags 4 | size 24 | end 32      |  the word after the last child
//                   | offset 32                  | offset 32   |  of the first byte, after the last
//                   | parent 32                  | ordinal 32  |  head of the parent, index in it
//
//     {"a": [1, 2], "b": "c"}
//
//     0  object, size 2, end 11   3  key "a"    4  array, size 2, end 9 ...   7  1    8  2
//        bytes 0..<23                              bytes 6..<12
//        no parent                                 parent 0, ordinal 0
//                                 9  key "b"   10  string "c"
//
// Children follow their head, and keys precede their values, so the next sibling is one word away
// or at the end of a container: one test and one load. Only containers have the highest bit set.
// Offsets and words are counted with 31 bits, and longer documents are refused.
//
// `MemberCursor` finds the value of "b" in six steps, if the search begins at the first member:
//
// 1. Word 3 is a key. Its upper half, kind and count, equals that of the pattern: plain, one byte.
// 2. Its first eight bytes, masked to one, are "a" and not "b".
// 3. Word 4, its value, is a container, so the next key is at the end of it: word 9.
// 4. The upper half of word 9 equals that of the pattern.
// 5. Its bytes are "b": the value is at word 10.
// 6. That is a scalar, so the next search begins at word 11, which is the end of the object.

import Foundation

/// The kind of a value or key in the index.
enum Kind: UInt8 {
  case null, yes, no
  /// A number without fraction and exponent.
  case integer
  /// A number with a fraction or an exponent.
  case decimal
  /// A string of ASCII without escapes.
  case ascii
  /// A string without escapes.
  case text
  /// A string with escapes.
  case escaped
  case object, array
}

/// The properties of an object that need a slower search.
enum ObjectFlag {
  /// A key occurs twice.
  static let repeated: UInt64 = 1 << 56
  /// A key has escapes.
  static let escaped: UInt64 = 1 << 57
  /// The object has so many members that a hash table is faster.
  static let large: UInt64 = 1 << 58
  /// A key is so close to the end of the document that reading eight bytes would exceed it.
  static let edge: UInt64 = 1 << 59
  static let any: UInt64 = 0xf << 56
}

/// One word of an index.
struct IndexWord {
  var bits: UInt64

  @inline(__always) init(bits: UInt64) {
    self.bits = bits
  }

  /// Creates the word of a scalar or a key.
  @inline(__always) init(_ kind: Kind, offset: Int, count: Int) {
    // This order loads one constant fewer.
    bits =
      (UInt64(kind.rawValue) &<< 28 | UInt64(truncatingIfNeeded: count)) &<< 32
      | UInt64(truncatingIfNeeded: offset)
  }

  /// Creates the first word of a container.
  @inline(__always) init(_ kind: Kind, flags: UInt64, size: Int, end: Int) {
    bits =
      UInt64(kind.rawValue) &<< 60 | flags
      | UInt64(truncatingIfNeeded: min(size, Self.largestSize)) &<< 32
      | UInt64(truncatingIfNeeded: end)
  }

  /// Creates a word of two halves: offsets, or parent and ordinal.
  @inline(__always) init(_ high: Int, _ low: Int) {
    bits = UInt64(truncatingIfNeeded: high) &<< 32 | UInt64(UInt32(truncatingIfNeeded: low))
  }

  /// The number of words of a container before its children.
  static let headCount = 3
  /// The largest size, which also stands for all larger ones.
  static let largestSize = 0xff_ffff
  /// The largest number of bytes of a scalar or a key.
  static let largestCount = 0x0fff_ffff
  /// The largest position of a word, which has 31 bits.
  static let largestPosition = 0x7fff_ffff

  @inline(__always) var kindBits: UInt64 { bits &>> 60 }
  @inline(__always) var isContainer: Bool { Int64(bitPattern: bits) < 0 }
  @inline(__always) var low: Int { Int(truncatingIfNeeded: bits & 0xffff_ffff) }
  @inline(__always) var high: Int { Int(truncatingIfNeeded: bits &>> 32) }
  @inline(__always) var offset: Int { low }
  @inline(__always) var count: Int { Int(truncatingIfNeeded: (bits &>> 32) & 0x0fff_ffff) }
  @inline(__always) var end: Int { low }
  @inline(__always) var size: Int { Int(truncatingIfNeeded: (bits &>> 32) & 0x00ff_ffff) }
  @inline(__always) var flags: UInt64 { bits & ObjectFlag.any }
}

/// The memory of an index, which a document or a scanner owns.
@safe struct IndexWords {
  private let base: UnsafeMutablePointer<UInt64>
  let capacity: Int

  /// The number of words that the scanner writes at most between two checks for room.
  ///
  /// It checks once for each child of a container, and writes a word of a run of members beyond its
  /// limit (1), a key (1), the head of an empty container (3), and the head of the object that
  /// follows in an array (3).
  static let room = 8

  /// Allocates memory for a number of words, at least `room`.
  init(capacity: Int) {
    assert(capacity >= Self.room)
    guard let memory = unsafe malloc(capacity * MemoryLayout<UInt64>.stride) else {
      // As when Swift's arrays can't allocate memory.
      fatalError("No memory for an index")
    }
    unsafe self.init(memory.bindMemory(to: UInt64.self, capacity: capacity), capacity: capacity)
  }

  private init(_ base: UnsafeMutablePointer<UInt64>, capacity: Int) {
    unsafe self.base = base
    self.capacity = capacity
  }

  func deallocate() {
    unsafe free(base)
  }

  /// Returns the words with twice the capacity, which replaces this value.
  ///
  /// The system grows large blocks without copying them.
  func grown() -> IndexWords {
    // Sound: `malloc` allocated the memory, this value isn't used again, and words are trivial.
    let grown = unsafe realloc(base, capacity * 2 * MemoryLayout<UInt64>.stride)
    // As when Swift's arrays can't allocate memory.
    guard let grown = unsafe grown else { fatalError("No memory for an index") }
    return unsafe IndexWords(grown.assumingMemoryBound(to: UInt64.self), capacity: capacity * 2)
  }

  @inline(__always) subscript(position: Int) -> IndexWord {
    get {
      assert(position >= 0 && position < capacity)
      // Sound: the scanner has written this word.
      return unsafe IndexWord(bits: base[position])
    }
    nonmutating set {
      assert(position >= 0 && position < capacity)
      // Sound: the scanner checked for room before it wrote here.
      unsafe base[position] = newValue.bits
    }
  }

  /// Returns the position of the next sibling.
  @inline(__always) func next(_ position: Int) -> Int {
    let word = self[position]
    return word.isContainer ? word.end : position &+ 1
  }
}
