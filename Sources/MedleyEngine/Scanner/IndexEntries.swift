// The index of a document: an entry of 64 bits for each scalar and key, three for each container.
//
//     scalar, key   | kind 4 | count 28          | offset 32   |  without quotation marks
//
//     container     | kind 4 | flags 4 | size 24 | end 32      |  the entry after the last child
//                   | offset 32 | dictionary 1 | offset 31   |  of the first byte, after the last
//                   | parent 32 | dictionary 1 | ordinal 31  |  first entry of the parent, index in it
//
//     {"a": [1, 2], "b": "c"}
//
//     0  object, size 2, end 11   3  key "a"    4  array, size 2, end 9 ...   7  1    8  2
//        bytes 0..<23                              bytes 6..<12
//        no parent                                 parent 0, ordinal 0
//                                 9  key "b"   10  string "c"
//
// Children follow their container, and keys precede their values, so the next sibling is one entry
// away or at the end of a container: one test and one load. Only containers have the highest bit
// set. Offsets and positions of entries have 31 bits, and longer documents are refused.
//
// `MemberCursor` finds the value of "b" in six steps, if the search begins at the first member:
//
// 1. Entry 3 is a key. Its upper half, kind and count, equals that of the pattern: plain, one byte.
// 2. Its first eight bytes, masked to one, are "a" and not "b".
// 3. Entry 4, its value, is a container, so the next key is at the end of it: entry 9.
// 4. The upper half of entry 9 equals that of the pattern.
// 5. Its bytes are "b": the value is entry 10.
// 6. That is a scalar, so the next search begins at entry 11, which is the end of the object.

/// The memory of an index, which a document or a scanner owns.
@usableFromInline package typealias IndexEntries = OwnedMemory<IndexEntry>

extension IndexEntries {
  /// The number of entries that the scanner writes at most between two checks for room.
  ///
  /// It checks once for each child of a container, and writes an entry of a run of members beyond
  /// its limit (1), a key (1), and an empty container (3). An index always has memory for so many.
  package static var room: Int { 5 }

  /// Returns the entries with twice the capacity, which replaces this value.
  ///
  /// - Parameter count: The number of written entries.
  /// - Returns: The entries in more memory.
  /// - Throws: `SyntaxError` if positions would exceed 31 bits.
  @inline(never) package func grown(beyond count: Int) throws(SyntaxError) -> IndexEntries {
    // Deep nesting takes three entries for two bytes, so the limit on bytes doesn't imply this limit.
    guard count &+ Self.room < IndexEntry.largestPosition else {
      throw SyntaxError(offset: 0, reason: .tooLong)
    }
    assert(count <= capacity && capacity >= Self.room)
    return resized(to: capacity * 2)
  }

  /// Completes the entries of a container.
  ///
  /// - Parameters:
  ///   - container: Its first entry.
  ///   - isObject: Whether it is an object.
  ///   - size: The number of its children.
  ///   - end: The entry after its last child.
  ///   - position: The position after its last byte.
  @inline(__always)
  package func close(_ container: Int, isObject: Bool, size: Int, end: Int, _ position: Int) {
    var flags = self[container].flags
    if isObject, size > KeyFilter.limit { flags |= ObjectFlag.large }
    self[container] = IndexEntry(isObject ? .object : .array, flags: flags, size: size, end: end)
    self[container &+ 1] = IndexEntry(self[container &+ 1].high, position)
  }

  /// Copies the first entries of another index.
  package func copy(_ count: Int, of other: IndexEntries) {
    precondition(count <= other.capacity)
    copy(other.bytes(of: count), toByte: 0)
  }

  /// Returns the position of the next sibling.
  @inlinable @inline(__always) package func next(_ position: Int) -> Int {
    let entry = self[position]
    return entry.isContainer ? entry.end : position &+ 1
  }
}

/// An entry of an index; a container has three.
@usableFromInline package struct IndexEntry: BitwiseCopyable {
  @usableFromInline package var bits: UInt64

  /// Creates the entry of a scalar or a key.
  @inlinable @inline(__always) package init(_ kind: Kind, offset: Int, count: Int) {
    // This order loads one constant fewer.
    bits =
      (UInt64(kind.rawValue) &<< 28 | UInt64(truncatingIfNeeded: count)) &<< 32
      | UInt64(truncatingIfNeeded: offset)
  }

  /// Creates the first entry of a container.
  @inline(__always) package init(_ kind: Kind, flags: UInt64, size: Int, end: Int) {
    bits =
      UInt64(kind.rawValue) &<< 60 | flags
      | UInt64(truncatingIfNeeded: min(size, Self.largestSize)) &<< 32
      | UInt64(truncatingIfNeeded: end)
  }

  /// Creates an entry of two halves: offsets, or parent and ordinal.
  @inlinable @inline(__always) package init(_ high: Int, _ low: Int) {
    bits = UInt64(truncatingIfNeeded: high) &<< 32 | UInt64(UInt32(truncatingIfNeeded: low))
  }

  /// The number of entries of a container before its children.
  @inlinable package static var entriesPerContainer: Int { 3 }
  /// The largest size, which also stands for all larger ones.
  static let largestSize = 0xff_ffff
  /// The largest number of bytes of a scalar or a key.
  @inlinable package static var largestCount: Int { 0x0fff_ffff }
  /// The largest position of an entry, which has 31 bits.
  @inlinable package static var largestPosition: Int { 0x7fff_ffff }

  @inlinable @inline(__always) package var kindBits: UInt64 { bits &>> 60 }
  @inlinable @inline(__always) package var isContainer: Bool { Int64(bitPattern: bits) < 0 }
  @inlinable @inline(__always) package var low: Int { Int(truncatingIfNeeded: bits & 0xffff_ffff) }
  @inlinable @inline(__always) package var high: Int { Int(truncatingIfNeeded: bits &>> 32) }
  @inlinable @inline(__always) package var offset: Int { low }
  @inlinable @inline(__always) package var count: Int {
    Int(truncatingIfNeeded: (bits &>> 32) & 0x0fff_ffff)
  }
  @inlinable @inline(__always) package var end: Int { low }
  @inlinable @inline(__always) package var size: Int {
    Int(truncatingIfNeeded: (bits &>> 32) & 0x00ff_ffff)
  }
  @inline(__always) package var flags: UInt64 { bits & ObjectFlag.any }
}

/// The properties of an object that need a slower search.
package enum ObjectFlag {
  /// A key occurs twice.
  package static let repeated: UInt64 = 1 << 56
  /// A key has escapes.
  package static let escaped: UInt64 = 1 << 57
  /// The object has so many members that a hash table is faster.
  package static let large: UInt64 = 1 << 58
  /// A key is so close to the end of the document that reading eight bytes would exceed it.
  package static let edge: UInt64 = 1 << 59
  static let any: UInt64 = 0xf << 56
}

/// The kind of a value or key in the index.
@usableFromInline package enum Kind: UInt8, CaseIterable {
  case null, `true`, `false`
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

  @inline(__always) package var isNumber: Bool { self == .integer || self == .decimal }
  @inline(__always) package var isString: Bool { isPlainString || self == .escaped }
  /// Whether this is a string without escapes.
  @inline(__always) package var isPlainString: Bool { self == .ascii || self == .text }
}
