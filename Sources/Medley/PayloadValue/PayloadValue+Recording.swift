// MARK: - Recording values

extension PayloadValue {
  /// The tree that a value encodes to.
  ///
  /// - Throws: What the value throws when it is encoded.
  package init(encoding value: some Encodable, userInfo: [CodingUserInfoKey: Any]) throws {
    try self.init(.value(value), in: ObjectRecorder(userInfo: userInfo))
  }

  /// The tree of a value that was recorded.
  ///
  /// Foundation's scalars have no form of their own here: they are compared as what they are.
  init(_ value: RecordedValue, in outer: ObjectRecorder, at path: [WireKey] = []) throws {
    switch value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .string(let string): self = .string(string)
    case .integer(let integer): self = .integer(Int64(integer))
    case .double(let double): self = .double(double)
    case .scalar(let float as Float): self = .double(Double(float))
    case .scalar(let integer as any BinaryInteger): self.init(integer: integer)
    case .scalar(let value), .value(let value):
      if let scalar = ForeignScalars.opaque(value) {
        self = .other(scalar)
        return
      }
      let recorder = outer.inner(at: path)
      try value.encode(to: recorder)
      try self.init(.recorded(recorder), in: outer, at: path)
    case .recorded(let recorder):
      if let error = recorder.mixture { throw error }
      switch recorder.shape {
      case .nothing: self = .object([])
      case .null, .single: try self.init(recorder.single, in: outer, at: path)
      case .array:
        self = .array(
          try recorder.elements.enumerated().map { index, element in
            try PayloadValue(element, in: outer, at: path + [WireKey(index: index)])
          }
        )
      case .object:
        self = .object(
          try recorder.members.map { member in
            let value = try PayloadValue(member.value, in: outer, at: path + [member.key])
            return Member(key: member.key.stringValue, value: value)
          }
        )
      }
    }
  }

  private init(integer: some BinaryInteger) {
    if let exact = Int64(exactly: integer) {
      self = .integer(exact)
    } else {
      self = UInt64(exactly: integer).map { .unsigned($0) } ?? .number(.init("\(integer)"))
    }
  }
}
