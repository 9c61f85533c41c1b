/// A value in an ``ObjectRecorder``.
enum RecordedValue {
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
  var recorded: Any {
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
struct RecordedMember {
  let key: WireKey
  let value: RecordedValue
}
