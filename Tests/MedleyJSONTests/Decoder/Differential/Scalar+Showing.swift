import Foundation

/// The text of a scalar for comparisons.
func show<Value>(_ value: Value?) -> String {
  switch value {
  case nil: "-"
  case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
  case let data as Data: data.base64EncodedString()
  case let text as String: "\(Array(text.utf8))"
  case let value?: "\(value)"
  }
}

// The methods for each type are written out, because a generic function would call another one.

extension KeyedDecodingContainer {
  func show(_ scalar: Scalar, _ key: Key) throws -> String {
    switch scalar {
    case .bool: show(try decode(Bool.self, forKey: key))
    case .string: show(try decode(String.self, forKey: key))
    case .int: show(try decode(Int.self, forKey: key))
    case .int8: show(try decode(Int8.self, forKey: key))
    case .int16: show(try decode(Int16.self, forKey: key))
    case .int32: show(try decode(Int32.self, forKey: key))
    case .int64: show(try decode(Int64.self, forKey: key))
    case .uint: show(try decode(UInt.self, forKey: key))
    case .uint8: show(try decode(UInt8.self, forKey: key))
    case .uint16: show(try decode(UInt16.self, forKey: key))
    case .uint32: show(try decode(UInt32.self, forKey: key))
    case .uint64: show(try decode(UInt64.self, forKey: key))
    case .double: show(try decode(Double.self, forKey: key))
    case .float: show(try decode(Float.self, forKey: key))
    case .date: show(try decode(Date.self, forKey: key))
    case .data: show(try decode(Data.self, forKey: key))
    case .url: show(try decode(URL.self, forKey: key))
    case .decimal: show(try decode(Decimal.self, forKey: key))
    case .word: show(try decode(Word.self, forKey: key))
    }
  }

  func showIfPresent(_ scalar: Scalar, _ key: Key) throws -> String {
    switch scalar {
    case .bool: show(try decodeIfPresent(Bool.self, forKey: key))
    case .string: show(try decodeIfPresent(String.self, forKey: key))
    case .int: show(try decodeIfPresent(Int.self, forKey: key))
    case .int8: show(try decodeIfPresent(Int8.self, forKey: key))
    case .int16: show(try decodeIfPresent(Int16.self, forKey: key))
    case .int32: show(try decodeIfPresent(Int32.self, forKey: key))
    case .int64: show(try decodeIfPresent(Int64.self, forKey: key))
    case .uint: show(try decodeIfPresent(UInt.self, forKey: key))
    case .uint8: show(try decodeIfPresent(UInt8.self, forKey: key))
    case .uint16: show(try decodeIfPresent(UInt16.self, forKey: key))
    case .uint32: show(try decodeIfPresent(UInt32.self, forKey: key))
    case .uint64: show(try decodeIfPresent(UInt64.self, forKey: key))
    case .double: show(try decodeIfPresent(Double.self, forKey: key))
    case .float: show(try decodeIfPresent(Float.self, forKey: key))
    case .date: show(try decodeIfPresent(Date.self, forKey: key))
    case .data: show(try decodeIfPresent(Data.self, forKey: key))
    case .url: show(try decodeIfPresent(URL.self, forKey: key))
    case .decimal: show(try decodeIfPresent(Decimal.self, forKey: key))
    case .word: show(try decodeIfPresent(Word.self, forKey: key))
    }
  }

  private func show<Value>(_ value: Value?) -> String { MedleyJSONTests.show(value) }
}

extension UnkeyedDecodingContainer {
  mutating func show(_ scalar: Scalar) throws -> String {
    switch scalar {
    case .bool: show(try decode(Bool.self))
    case .string: show(try decode(String.self))
    case .int: show(try decode(Int.self))
    case .int8: show(try decode(Int8.self))
    case .int16: show(try decode(Int16.self))
    case .int32: show(try decode(Int32.self))
    case .int64: show(try decode(Int64.self))
    case .uint: show(try decode(UInt.self))
    case .uint8: show(try decode(UInt8.self))
    case .uint16: show(try decode(UInt16.self))
    case .uint32: show(try decode(UInt32.self))
    case .uint64: show(try decode(UInt64.self))
    case .double: show(try decode(Double.self))
    case .float: show(try decode(Float.self))
    case .date: show(try decode(Date.self))
    case .data: show(try decode(Data.self))
    case .url: show(try decode(URL.self))
    case .decimal: show(try decode(Decimal.self))
    case .word: show(try decode(Word.self))
    }
  }

  mutating func showIfPresent(_ scalar: Scalar) throws -> String {
    switch scalar {
    case .bool: show(try decodeIfPresent(Bool.self))
    case .string: show(try decodeIfPresent(String.self))
    case .int: show(try decodeIfPresent(Int.self))
    case .int8: show(try decodeIfPresent(Int8.self))
    case .int16: show(try decodeIfPresent(Int16.self))
    case .int32: show(try decodeIfPresent(Int32.self))
    case .int64: show(try decodeIfPresent(Int64.self))
    case .uint: show(try decodeIfPresent(UInt.self))
    case .uint8: show(try decodeIfPresent(UInt8.self))
    case .uint16: show(try decodeIfPresent(UInt16.self))
    case .uint32: show(try decodeIfPresent(UInt32.self))
    case .uint64: show(try decodeIfPresent(UInt64.self))
    case .double: show(try decodeIfPresent(Double.self))
    case .float: show(try decodeIfPresent(Float.self))
    case .date: show(try decodeIfPresent(Date.self))
    case .data: show(try decodeIfPresent(Data.self))
    case .url: show(try decodeIfPresent(URL.self))
    case .decimal: show(try decodeIfPresent(Decimal.self))
    case .word: show(try decodeIfPresent(Word.self))
    }
  }

  private func show<Value>(_ value: Value?) -> String { MedleyJSONTests.show(value) }
}

extension SingleValueDecodingContainer {
  func show(_ scalar: Scalar) throws -> String {
    switch scalar {
    case .bool: show(try decode(Bool.self))
    case .string: show(try decode(String.self))
    case .int: show(try decode(Int.self))
    case .int8: show(try decode(Int8.self))
    case .int16: show(try decode(Int16.self))
    case .int32: show(try decode(Int32.self))
    case .int64: show(try decode(Int64.self))
    case .uint: show(try decode(UInt.self))
    case .uint8: show(try decode(UInt8.self))
    case .uint16: show(try decode(UInt16.self))
    case .uint32: show(try decode(UInt32.self))
    case .uint64: show(try decode(UInt64.self))
    case .double: show(try decode(Double.self))
    case .float: show(try decode(Float.self))
    case .date: show(try decode(Date.self))
    case .data: show(try decode(Data.self))
    case .url: show(try decode(URL.self))
    case .decimal: show(try decode(Decimal.self))
    case .word: show(try decode(Word.self))
    }
  }

  private func show<Value>(_ value: Value?) -> String { MedleyJSONTests.show(value) }
}

extension Decoder {
  /// A scalar that is decoded by its own initialiser.
  func showInitialised(_ scalar: Scalar) throws -> String {
    switch scalar {
    case .bool: show(try Bool(from: self))
    case .string: show(try String(from: self))
    case .int: show(try Int(from: self))
    case .int8: show(try Int8(from: self))
    case .int16: show(try Int16(from: self))
    case .int32: show(try Int32(from: self))
    case .int64: show(try Int64(from: self))
    case .uint: show(try UInt(from: self))
    case .uint8: show(try UInt8(from: self))
    case .uint16: show(try UInt16(from: self))
    case .uint32: show(try UInt32(from: self))
    case .uint64: show(try UInt64(from: self))
    case .double: show(try Double(from: self))
    case .float: show(try Float(from: self))
    case .date: show(try Date(from: self))
    case .data: show(try Data(from: self))
    case .url: show(try URL(from: self))
    case .decimal: show(try Decimal(from: self))
    case .word: show(try Word(from: self))
    }
  }

  private func show<Value>(_ value: Value?) -> String { MedleyJSONTests.show(value) }
}
