// The index of a document: one word of 64 bits for each scalar and key, three for each container.
//
//     scalar, key   | kind 4 | count 28          | offset 32   |  the bytes, without quotation marks
//
//     container     | kind 4 | flags 4 | size 24 | end 32      |  end: the word behind the last child
//                   | offset 32                  | offset 32   |  of the first and behind the last byte
//                   | parent 32                  | ordinal 32  |  the head of the parent; which child
//
//     {"a": [1, 2], "b": "c"}
//
//     0  object, size 2, end 9    3  key "a"    4  array, size 2, end 9 ...   7  1    8  2
//        bytes 0..<23                              bytes 6..<12
//        no parent                                 parent 0, ordinal 0
//                                 9  key "b"   10  string "c"
//
// Children follow their head, keys before their values, so that the next sibling is one word away
// or at the end of a container: one test and one load. Containers alone have the highest bit set.
// Offsets and words are counted with 31 bits: longer documents are refused.

import Foundation

/// What a word of the index stands for.
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

/// What must be minded when a key is looked for in an object.
enum ObjectFlag {
  /// A key occurs twice.
  static let repeated: UInt64 = 1 << 56
  /// A key has escapes.
  static let escaped: UInt64 = 1 << 57
  /// There are so many members that a hash table pays.
  static let large: UInt64 = 1 << 58
  /// A key ends so near to the end of the document that its word would reach beyond it.
  static let edge: UInt64 = 1 << 59
  static let any: UInt64 = 0xf << 56
}

/// One word of an index.
struct IndexWord {
  var bits: UInt64

  @inline(__always) init(bits: UInt64) {
    self.bits = bits
  }

  /// A scalar or a key.
  @inline(__always) init(_ kind: Kind, offset: Int, count: Int) {
    // In this order one constant less is loaded.
    bits =
      (UInt64(kind.rawValue) &<< 28 | UInt64(truncatingIfNeeded: count)) &<< 32
      | UInt64(truncatingIfNeeded: offset)
  }

  /// The first word of a container.
  @inline(__always) init(_ kind: Kind, flags: UInt64, size: Int, end: Int) {
    bits =
      UInt64(kind.rawValue) &<< 60 | flags
      | UInt64(truncatingIfNeeded: min(size, Self.largestSize)) &<< 32
      | UInt64(truncatingIfNeeded: end)
  }

  /// Two halves: offsets, or parent and ordinal.
  @inline(__always) init(_ high: Int, _ low: Int) {
    bits = UInt64(truncatingIfNeeded: high) &<< 32 | UInt64(UInt32(truncatingIfNeeded: low))
  }

  /// How many words a container has before its children.
  static let headCount = 3
  /// A size that says only that there are at least as many.
  static let largestSize = 0xff_ffff
  /// How many bytes a scalar or a key may have.
  static let largestCount = 0x0fff_ffff
  /// Words are counted with 31 bits.
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

/// The memory of an index, which a document or a scanner keeps.
@safe struct IndexWords {
  private let base: UnsafeMutablePointer<UInt64>
  let capacity: Int

  /// The scanner asks for room once for each child of a container, and writes at most so many words
  /// until it asks again: what a run of members has written beyond its limit (1), a key (1), the head
  /// of an empty container (3), and the head of the object that follows in an array (3).
  static let room = 8

  /// - Parameter capacity: How many words there is memory for, at least `room`.
  init(capacity: Int) {
    assert(capacity >= Self.room)
    guard let memory = unsafe malloc(capacity * MemoryLayout<UInt64>.stride) else {
      // As where Swift's own arrays get no memory: nothing can go on.
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

  /// The same words with room for as many again; takes the place of this one.
  ///
  /// Large blocks are grown by the system without copying them.
  func grown() -> IndexWords {
    // Sound: the memory is of `malloc`, nobody uses this value again, and words are trivial.
    let grown = unsafe realloc(base, capacity * 2 * MemoryLayout<UInt64>.stride)
    // As where Swift's own arrays get no memory: nothing can go on.
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
      // Sound: the scanner asked for room before it wrote here.
      unsafe base[position] = newValue.bits
    }
  }

  /// The position of the next sibling.
  @inline(__always) func next(_ position: Int) -> Int {
    let word = self[position]
    return word.isContainer ? word.end : position &+ 1
  }
}
