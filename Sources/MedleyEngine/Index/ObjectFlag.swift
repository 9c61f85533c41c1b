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
