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

  /// Compares values at the same place, as deeply as capturing allows.
  ///
  /// Values inside that preserve their own JSON report their members themselves.
  mutating func visit(_ original: PayloadValue, _ baseline: WrittenValue) {
    if baseline.isWhole { return }
    switch (original, baseline.content) {
    case (.object(let members), .object(let written, _)):
      let places = [String: Int](positionsOf: written.map(\.typeKey))
      var seen: [String: Int] = [:]
      for member in members {
        let name = ValueMerge.typeKey(of: member.key) { places[$0] != nil }
        guard seen.updateValue(0, forKey: name) == nil else { continue }
        path.append(WireKey(member.key))
        defer { path.removeLast() }
        if let place = places[name] {
          visit(member.value, written[place].value)
        } else if member.value != .null, !isTag(member.key) {
          found[path.described(withIndices: false), default: 0] += 1
        }
      }
    case (.array(let elements), .array(let written)) where elements.count == written.count:
      for (index, (element, value)) in zip(elements, written).enumerated() {
        path.append(WireKey(index: index))
        visit(element, value)
        path.removeLast()
      }
    default:
      break
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
    search.visit(came, written)
    if !search.found.isEmpty { collector.count(search.found, of: type(of: value)) }
  }
}
