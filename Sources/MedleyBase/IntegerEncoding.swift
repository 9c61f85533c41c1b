package typealias EncodableInteger = FixedWidthInteger & Encodable

/// A container that encodes integers of all sizes but `Int` in one way.
package protocol IntegerEncoding {
  func encode(integer: some EncodableInteger) throws
}

extension IntegerEncoding {
  package func encode(_ value: Int8) throws { try encode(integer: value) }
  package func encode(_ value: Int16) throws { try encode(integer: value) }
  package func encode(_ value: Int32) throws { try encode(integer: value) }
  package func encode(_ value: Int64) throws { try encode(integer: value) }
  package func encode(_ value: UInt) throws { try encode(integer: value) }
  package func encode(_ value: UInt8) throws { try encode(integer: value) }
  package func encode(_ value: UInt16) throws { try encode(integer: value) }
  package func encode(_ value: UInt32) throws { try encode(integer: value) }
  package func encode(_ value: UInt64) throws { try encode(integer: value) }
}

// The standard library's own refuse these on behalf of a container that doesn't mention them.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension IntegerEncoding where Self: SingleValueEncodingContainer {
  package func encode(_ value: Int128) throws { try encode(integer: value) }
  package func encode(_ value: UInt128) throws { try encode(integer: value) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension IntegerEncoding where Self: UnkeyedEncodingContainer {
  package func encode(_ value: Int128) throws { try encode(integer: value) }
  package func encode(_ value: UInt128) throws { try encode(integer: value) }
}
