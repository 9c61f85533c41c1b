/// A three-way merge of values, for coders other than MedleyJSON's.
///
/// Objects and arrays are merged as texts are: members that only the original has are kept, and what
/// the type writes differently is written. Scalars are written as the type and the encoder's
/// strategies write them, because a decoder doesn't always tell how they came.
struct ValueMerge {
  /// Whether the original has the kinds of the scalars that came.
  let isExact: Bool

  /// Returns the merge of a value that came, of what the type writes of it, and what it writes now.
  func merged(
    _ original: PayloadValue,
    _ baseline: PayloadValue,
    _ new: WrittenValue
  ) -> MergedValue {
    switch (original, baseline, new.value) {
    case (.object(let members), .object(let baseline), .object):
      return mergedObjects(members, baseline, new)
    case (.array(let elements), .array(let baseline), .array) where elements.count == baseline.count:
      return mergedArrays(elements, baseline, new)
    case (.object, _, _), (.array, _, _), (_, _, .object), (_, _, .array):
      // The type leaves out elements, or writes another kind of value.
      if isExact, !new.hasForeignScalar, baseline == new.value { return .kept(original) }
      return .written(new)
    default:
      return .written(new)
    }
  }

  private func mergedObjects(
    _ original: [PayloadValue.Member],
    _ baseline: [PayloadValue.Member],
    _ new: WrittenValue
  ) -> MergedValue {
    let baselineMembers = Dictionary(baseline.map { ($0.key, $0.value) }) { first, _ in first }
    let newMembers = Dictionary(new.members.map { ($0.key, $0.value) }) { first, _ in first }
    let names = Set(baselineMembers.keys).union(newMembers.keys)
    var found: Set<String> = []
    var members: [MergedValue.Member] = []
    for member in original {
      let name = typeKey(of: member.key, among: names)
      guard found.insert(name).inserted else { continue }
      switch (baselineMembers[name], newMembers[name]) {
      case (nil, nil):
        members.append(.init(key: member.key, value: .kept(member.value)))
      case (_?, nil):
        break
      case (nil, let after?):
        members.append(.init(key: member.key, name: name, value: .written(after)))
      case (let before?, let after?):
        let value = merged(member.value, before, after)
        members.append(.init(key: member.key, name: name, value: value))
      }
    }
    var hasNewKeys = false
    for (name, value) in new.members where found.insert(name).inserted {
      // A default for an absent member isn't written until it changes.
      guard baselineMembers[name] != value.value else { continue }
      hasNewKeys = true
      members.append(.init(key: name, name: name, value: .written(value)))
    }
    return .object(members, convertsKeys: hasNewKeys && !new.hasDataKeys)
  }

  /// Returns the key of a type for a key that came, which a strategy may have converted.
  private func typeKey(of key: String, among names: Set<String>) -> String {
    guard !names.contains(key), key.utf8.contains(UInt8(ascii: "_")) else { return key }
    let converted = SnakeCase.camelCase(key)
    return names.contains(converted) ? converted : key
  }

  private func mergedArrays(
    _ original: [PayloadValue],
    _ baseline: [PayloadValue],
    _ new: WrittenValue
  ) -> MergedValue {
    let matching = ElementMatching(
      from: ComparableValues(baseline),
      to: ComparableValues(new.elements.map(\.value))
    )
    return .array(
      zip(new.elements, matching.matches).map { element, match in
        switch match {
        case .none: .written(element)
        case .equal(let place), .changed(let place):
          merged(original[place], baseline[place], element)
        }
      }
    )
  }
}

extension WrittenValue {
  /// Whether there is a scalar in the value that the encoder's strategies write.
  fileprivate var hasForeignScalar: Bool {
    if case .other = value { return true }
    return elements.contains(where: \.hasForeignScalar)
      || members.contains(where: \.value.hasForeignScalar)
  }
}
