import Medley
import MedleyBase

/// A three-way merge of values, for coders other than MedleyJSON's.
///
/// Objects and arrays are merged as texts are: members that only the original has are kept, and what
/// the type writes differently is written. An object that hasn't changed has its scalars as they came,
/// also where the type writes others, such as the tag of a newer version. Those of a changed object, and
/// of decoders that don't tell how they came, are as the type and the encoder's strategies write them.
///
/// Each value is compared once, because unequal ones have other fingerprints. What values inside have
/// merged with their own originals isn't merged again.
struct ValueMerge {
  /// Whether the original has the kinds of the scalars that came.
  let isExact: Bool

  /// Merges a value that came, what the type writes of it, and what it writes now.
  ///
  /// - Parameters:
  ///   - original: The value that came.
  ///   - baseline: What the type writes of it.
  ///   - new: What it writes now.
  ///   - isUnchanged: Whether the type is known to write the same.
  /// - Returns: The merged value.
  // Never inlined: it calls itself, and each place would have a copy.
  @inline(never) func merged(
    _ original: PayloadValue,
    _ baseline: WrittenValue,
    _ new: WrittenValue,
    isUnchanged: Bool = false
  ) -> WrittenValue {
    if baseline.isWhole, new.isWhole { return new }
    var isUnchanged = isUnchanged
    switch (original, new.content) {
    case (.object, _), (.array, _), (_, .object), (_, .array):
      isUnchanged = isUnchanged || baseline == new
    default:
      // A scalar is as the object around it.
      break
    }
    switch (original, baseline.content, new.content) {
    case (.object(let members), .object(let before, _), .object(let after, let convertsKeys)):
      return mergedObjects(members, before, after, convertsKeys, isUnchanged)
    case (.array(let elements), .array(let before), .array(let after))
    where elements.count == before.count:
      return mergedArrays(elements, before, after, isUnchanged)
    default:
      // The type leaves out elements, or writes another value.
      return isUnchanged && isExact && !new.hasForeignScalar ? WrittenValue(original) : new
    }
  }

  private func mergedObjects(
    _ original: [PayloadValue.Member],
    _ baseline: [WrittenValue.Member],
    _ new: [WrittenValue.Member],
    _ convertsKeys: Bool,
    _ isUnchanged: Bool
  ) -> WrittenValue {
    if !isUnchanged, original.count == 1, baseline.count == 1,
      baseline[0].typeKey != Self.typeKey(of: original[0].key, where: { $0 == baseline[0].typeKey })
    {
      // The key may be a tag, of which the type writes another.
      return WrittenValue(.object(new, convertsKeys: convertsKeys))
    }
    let (before, after) = (Self.places(of: baseline), Self.places(of: new))
    // The names of the members that were found. Dictionaries are of one type here, and code for a set
    // would be compiled beside them.
    var found: [String: Int] = [:]
    var members: [WrittenValue.Member] = []
    for member in original {
      let name = Self.typeKey(of: member.key) { before[$0] != nil || after[$0] != nil }
      guard found.updateValue(0, forKey: name) == nil else { continue }
      let value: WrittenValue
      switch (before[name], after[name]) {
      case (nil, nil):
        members.append(.init(key: member.key, name: nil, value: WrittenValue(member.value)))
        continue
      case (_?, nil):
        continue
      case (nil, let after?):
        // What is written beside the members of the type is a tag, which may be one of a list that came.
        let isListed = Self.isListed(new[after].value, in: member.value)
        value = isListed ? WrittenValue(member.value) : new[after].value
      case (let before?, let after?):
        value = merged(
          member.value,
          baseline[before].value,
          new[after].value,
          isUnchanged: isUnchanged
        )
      }
      members.append(.init(key: member.key, name: name, value: value))
    }
    var hasNewKeys = false
    for member in new {
      let name = member.typeKey
      guard let place = after[name], found.updateValue(0, forKey: name) == nil else { continue }
      // A default for an absent member isn't written until it changes.
      if let before = before[name], isUnchanged || baseline[before].value == new[place].value {
        continue
      }
      hasNewKeys = true
      members.append(new[place])
    }
    return WrittenValue(.object(members, convertsKeys: hasNewKeys && convertsKeys))
  }

  private static func isListed(_ tag: WrittenValue, in original: PayloadValue) -> Bool {
    guard case .array(let elements) = original, case .scalar(let tag) = tag.content else {
      return false
    }
    return elements.contains(tag)
  }

  /// Returns the positions of the members by the keys of the type.
  ///
  /// Of those that a type writes twice, encoders write the last.
  private static func places(of members: [WrittenValue.Member]) -> [String: Int] {
    var places = [String: Int](minimumCapacity: members.count)
    for (position, member) in members.enumerated() { places[member.typeKey] = position }
    return places
  }

  /// Returns the key of a type for a key that came, which a strategy may have converted.
  @inline(never) static func typeKey(
    of key: String,
    where isName: (String) -> Bool
  ) -> String {
    if isName(key) { return key }
    let converted = SnakeCase.camelCase(key)
    return converted != key && isName(converted) ? converted : key
  }

  /// Returns a function that compares elements.
  ///
  /// The matching isn't compiled again for it, because it is made out of line.
  @inline(never) private static func equality(
    _ baseline: [WrittenValue],
    _ new: [WrittenValue]
  ) -> (Int, Int) -> Bool {
    { baseline[$0] == new[$1] }
  }

  private func mergedArrays(
    _ original: [PayloadValue],
    _ baseline: [WrittenValue],
    _ new: [WrittenValue],
    _ isUnchanged: Bool
  ) -> WrittenValue {
    if isUnchanged {
      let elements = new.indices.map {
        merged(original[$0], baseline[$0], new[$0], isUnchanged: true)
      }
      return WrittenValue(.array(elements))
    }
    let matches = ElementMatching.matches(
      from: MatchableElements(baseline),
      to: MatchableElements(new),
      by: Self.equality(baseline, new)
    )
    let elements = zip(new, matches).map { element, match in
      switch match {
      case .none: element
      case .equal(let place):
        merged(original[place], baseline[place], element, isUnchanged: !element.isScalar)
      case .changed(let place):
        merged(original[place], baseline[place], element)
      }
    }
    return WrittenValue(.array(elements))
  }
}
