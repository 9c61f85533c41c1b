/// What a value writes, for merging.
struct WrittenValue {
  /// The same as a value that can be compared.
  let value: PayloadValue
  fileprivate(set) var elements: [WrittenValue] = []
  fileprivate(set) var members: [(key: String, value: WrittenValue)] = []
  /// Whether the keys are those of a dictionary, which key strategies don't convert.
  fileprivate(set) var hasDataKeys = false

  /// Records what a function encodes.
  ///
  /// - Throws: What the function throws.
  init(
    at path: [WireKey],
    userInfo: [CodingUserInfoKey: Any],
    _ write: (any Encoder) throws -> Void
  ) throws {
    let recorder = ObjectRecorder(userInfo: userInfo, at: path)
    try write(recorder)
    try self.init(.recorded(recorder), in: recorder)
  }

  /// Records what a function encodes, at the place of an encoder.
  init(before encoder: any Encoder, _ write: (any Encoder) throws -> Void) throws {
    try self.init(
      at: encoder.codingPath.map { WireKey($0) },
      userInfo: encoder.userInfo,
      write
    )
  }

  private init(_ recorded: RecordedValue, in outer: ObjectRecorder) throws {
    guard case .recorded(let recorder) = recorded else {
      value = try PayloadValue(recorded, in: outer)
      return
    }
    if let error = recorder.mixture { throw error }
    switch recorder.shape {
    case .nothing:
      value = .object([])
    case .null, .single:
      self = try WrittenValue(recorder.single, in: recorder)
    case .array:
      elements = try recorder.elements.map { try WrittenValue($0, in: recorder) }
      value = .array(elements.map(\.value))
    case .object:
      members = try recorder.members.map {
        ($0.key.stringValue, try WrittenValue($0.value, in: recorder))
      }
      hasDataKeys = recorder.hasDataKeys
      value = .object(members.map { PayloadValue.Member(key: $0.key, value: $0.value.value) })
    }
  }
}

/// The elements of two arrays of values, for matching.
struct ComparableValues: MatchableElements {
  let values: [PayloadValue]
  private let fingerprints: [Int]

  init(_ values: [PayloadValue]) {
    self.values = values
    fingerprints = values.map(\.hashValue)
  }

  var count: Int { values.count }

  func fingerprint(at position: Int) -> Int { fingerprints[position] }

  func isEqual(_ position: Int, to other: Self, at otherPosition: Int) -> Bool {
    values[position] == other.values[otherPosition]
  }

  func identity(at position: Int) -> String? {
    switch values[position]["id"] {
    case nil, .null, .array, .object: nil
    case let id?: id.description
    }
  }
}
