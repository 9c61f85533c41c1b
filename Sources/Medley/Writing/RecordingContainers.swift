package import MedleyBase

/// The unkeyed container of an ``ObjectRecorder``.
struct RecordingArray: UnkeyedEncodingContainer {
  let recorder: ObjectRecorder
  var codingPath: [any CodingKey] { recorder.codingPath }
  var count: Int { recorder.members.count }

  func encodeNil() { recorder.add(.null, recorder.nextIndex) }

  func encode(_ value: some Encodable) throws { try append(value) }

  // The standard library's own refuse them.

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try append(value) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try append(value) }

  // Compiled once, and not for each type of scalar.
  @inline(never) private func append(_ value: any Encodable) throws {
    let key = recorder.nextIndex
    recorder.add(try recorder.recorded(value, at: [key]), key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nextRecorder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nextRecorder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nextRecorder() }

  private func nextRecorder() -> ObjectRecorder {
    recorder.recorder(under: recorder.nextIndex)
  }
}

/// A value in an ``ObjectRecorder``.
package enum RecordedValue {
  case null
  case boolean(Bool)
  case string(String)
  case integer(Int)
  case double(Double)
  /// A scalar of any other type.
  case scalar(any Encodable)
  /// A value that isn't encoded yet, or that encoders handle specially.
  case value(any Encodable)
  /// A container, or the record of a super encoder.
  case recorded(ObjectRecorder)

  /// The value itself, for errors.
  package var recorded: Any {
    switch self {
    case .null: Any?.none as Any
    case .boolean(let boolean): boolean
    case .string(let string): string
    case .integer(let integer): integer
    case .double(let double): double
    case .scalar(let value), .value(let value): value
    case .recorded(let recorder): recorder.members.map(\.key.stringValue)
    }
  }
}

/// A recorded member.
package typealias RecordedMember = (key: WireKey, value: RecordedValue)
