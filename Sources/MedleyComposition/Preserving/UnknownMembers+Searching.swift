import Medley
import MedleyBase

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Counts the members that ``Preserving`` values keep, in the reports of this decoder.
  ///
  /// ```swift
  /// decoder.userInfo.reportUnknownMembers()
  /// ```
  ///
  /// Each such value is encoded when it is decoded, to find the members that its type writes.
  /// Decoders that don't ask for it pay nothing.
  ///
  /// - Parameter isOn: Whether members are counted.
  public mutating func reportUnknownMembers(_ isOn: Bool = true) {
    UnknownMembers.ask(isOn) { set(isOn, for: $0) }
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Counts the members that ``Preserving`` values keep, in the reports of this decoder.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.reportUnknownMembers()
  /// ```
  ///
  /// - Parameter isOn: Whether members are counted.
  public mutating func reportUnknownMembers(_ isOn: Bool = true) {
    UnknownMembers.ask(isOn) { set(isOn, for: $0) }
  }
}

// MARK: - Searching preserved values

/// The members that a type doesn't write, in one value.
private struct UnknownMemberSearch {
  /// The keys of the tag, which is beside the members of the value.
  let tagKeys: [String]
  /// The path in the value.
  var path: [any CodingKey] = []
  /// The number of members at each path without indices.
  private(set) var found: [String: Int] = [:]

  /// Whether the last key of the path is that of the tag.
  private func isTag(_ key: String) -> Bool {
    path.count == 1 && tagKeys.contains(ValueMerge.typeKey(of: key, where: tagKeys.contains))
  }

  /// Counts the members in a merge that has nothing but what came and what the type writes of it.
  ///
  /// Values inside that preserve their own JSON report their members themselves.
  mutating func visit(_ merged: WrittenValue) {
    if merged.isWhole { return }
    switch merged.content {
    case .object(let members, _):
      for member in members {
        path.append(WireKey(member.key))
        if member.name != nil {
          visit(member.value)
        } else if member.value != WrittenValue(.null), !isTag(member.key) {
          found[path.described(withIndices: false), default: 0] += 1
        }
        path.removeLast()
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        path.append(WireKey(index: index))
        visit(element)
        path.removeLast()
      }
    case .scalar: break
    }
  }
}

extension PreservedOriginal {
  /// Reports the members that the type doesn't write, if the decoder asks for them.
  @inline(never) func reportUnknownMembers(of value: some Any, from decoder: any Decoder) {
    guard !isUnchanged, let collector = UnknownMembers.collector(for: decoder) else { return }
    let came: PayloadValue
    let written: WrittenValue
    switch content {
    case .value(let original, let baseline, _):
      (came, written) = (original, baseline)
    case .text(let text):
      guard let value = value as? any Encodable,
        let baseline = Self.written(value, decodedFrom: decoder)
      else { return }
      (came, written) = (text.document.source.value(text.range), baseline)
    }
    let tagKeys = UnknownMembers.tagKeys(at: decoder.codingPath.count)
    var search = UnknownMemberSearch(tagKeys: tagKeys)
    // Not exact, so that what the type writes in place of another kind of value isn't what came.
    search.visit(ValueMerge(isExact: false).merged(came, written, written, isUnchanged: true))
    if !search.found.isEmpty { collector.count(search.found, of: type(of: value)) }
  }
}
