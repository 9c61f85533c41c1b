/// An entry of an index; a container has three.
@usableFromInline package struct IndexEntry {
  @usableFromInline package var bits: UInt64

  @inlinable @inline(__always) package init(bits: UInt64) {
    self.bits = bits
  }

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
