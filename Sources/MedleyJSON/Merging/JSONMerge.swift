package import Medley
import MedleyEngine

/// A three-way merge of JSON texts.
///
///     original   {"id": 1, "title": "A", "score": 4.0, "note": null}   what came
///     baseline   {"id":1,"title":"A","score":4}                         what the type writes of it
///     new        {"id":1,"title":"B","score":4}                         what it writes now
///     ──────────────────────────────────────────────────────────────
///     merged     {"id": 1, "title": "B", "score": 4.0, "note": null}
///
/// Where baseline and new are equal, the bytes of the original stay. Members that only the original
/// has stay as well. All other changes are those from baseline to new: objects are merged member by
/// member, arrays element by element as far as they are matched, and everything else
/// is replaced. So a value that the type writes differently always wins.
///
/// A type may write other scalars than came, though nothing has changed: another spelling of a date,
/// or the tag of a newer version, which says how the members beside it are read. So if a container with
/// such a scalar has changed, the merged text is decoded, and unless that gives the new value, the
/// scalar is replaced.
///
/// Each text is indexed once, and each value is compared once: values with unequal fingerprints
/// aren't compared, and those that are equal aren't visited again.
package struct JSONMerge {
  private let original: DocumentIndex
  private let baseline: ComparableText
  private let new: ComparableText
  private let matching: MatchingElements
  /// Whether scalars of changed containers are those of new where the type writes others than came.
  private var replacesRewritten = false
  /// Whether a changed container has such a scalar.
  private var hasRewritten = false
  private var output: [UInt8] = []

  /// The limit for the nesting of merged containers; deeper ones are replaced.
  ///
  /// Merging recurses, as encoding does.
  private static let depthLimit = 512

  /// Merges three texts.
  ///
  /// - Parameters:
  ///   - original: A value, without white space around it.
  ///   - baseline: What a type writes for this value.
  ///   - new: What it writes for the changed value.
  ///   - matching: Matches the elements of arrays.
  ///   - isNew: Returns whether a text is decoded to the changed value.
  /// - Returns: The merged text.
  /// - Throws: An error if one of the texts isn't JSON.
  package static func merged(
    original: [UInt8],
    baseline: [UInt8],
    new: [UInt8],
    matching: @escaping MatchingElements,
    checking isNew: ([UInt8]) -> Bool = { _ in true }
  ) throws -> [UInt8] {
    // Frequent for values that are written alone, and the indexes aren't needed.
    if baseline == new { return original }
    return try DocumentIndex.with(original) { original in
      try DocumentIndex.with(baseline) { baseline in
        try DocumentIndex.with(new) { new in
          var merge = JSONMerge(
            original: original,
            baseline: ComparableText(baseline),
            new: ComparableText(new),
            matching: matching
          )
          let merged = merge.merged()
          if !merge.hasRewritten || isNew(merged) { return merged }
          merge.replacesRewritten = true
          return merge.merged()
        }
      }
    }
  }

  private mutating func merged() -> [UInt8] {
    output = []
    output.reserveCapacity(original.bytes.count + new.text.bytes.count)
    merge(0, 0, 0, depth: 0)
    return output
  }

  // MARK: - Merging

  /// Appends the merge of three values at positions of their texts.
  private mutating func merge(_ value: Int, _ before: Int, _ after: Int, depth: Int) {
    if baseline.isEqual(before, to: new, at: after) {
      // The container has changed, or it would have been equal itself.
      if depth > 0, isRewritten(value, before) {
        hasRewritten = true
        if replacesRewritten { return new.text.append(after, to: &output) }
      }
      original.append(value, to: &output)
      return
    }
    switch (original.kind(value), baseline.text.kind(before), new.text.kind(after)) {
    case (.object, .object, .object) where depth < Self.depthLimit:
      mergeObjects(value, before, after, depth: depth + 1)
    // Otherwise it isn't known which elements of the original the type has written.
    case (.array, .array, .array)
    where depth < Self.depthLimit && original.size(value) == baseline.text.size(before):
      mergeArrays(value, before, after, depth: depth + 1)
    default:
      new.text.append(after, to: &output)
    }
  }

  /// Returns whether the type writes another scalar than came.
  private func isRewritten(_ value: Int, _ before: Int) -> Bool {
    !original.entries[value].isContainer && !baseline.text.entries[before].isContainer
      && original.value(at: value) != baseline.text.value(at: before)
  }

  private mutating func mergeObjects(_ value: Int, _ before: Int, _ after: Int, depth: Int) {
    var container = MergedContainer(of: value, in: original)
    let baselineMembers = baseline.text.members(of: before)
    let newMembers = new.text.members(of: after)
    // The key may be a tag.
    if container.children.count == 1, baselineMembers.count == 1,
      baselineMembers[original.string(at: container.children[0].key)] == nil
    {
      hasRewritten = true
      if replacesRewritten { return new.text.append(after, to: &output) }
    }
    // Positions, because each type of set or dictionary is 2 KB.
    var found: [String: Int] = [:]
    for (place, child) in container.children.enumerated() {
      let key = original.string(at: child.key)
      let isRepeated = found.updateValue(place, forKey: key) != nil
      let (before, after) = (baselineMembers[key], newMembers[key])
      if before != nil, after == nil { continue }
      if isRepeated, let after {
        // A repeated member is kept as long as the first has its value.
        guard let before, baseline.isEqual(before, to: new, at: after) else { continue }
      }
      container.begin(place, to: &output)
      if let after, !isRepeated {
        if let before {
          merge(child.value, before, after, depth: depth)
        } else {
          new.text.append(after, to: &output)
        }
      } else {
        original.append(child.value, to: &output)
      }
    }
    for member in new.text.children(of: after) {
      let key = new.text.string(at: member.key)
      guard found.updateValue(member.key, forKey: key) == nil else { continue }
      // A default for an absent member isn't written until it changes.
      let isUnchanged =
        baselineMembers[key].map { baseline.isEqual($0, to: new, at: member.value) } ?? false
      if isUnchanged { continue }
      container.begin(nil, to: &output)
      new.text.append(member.key, to: &output)
      container.separate(&output)
      new.text.append(member.value, to: &output)
    }
    container.end(&output)
  }

  private mutating func mergeArrays(_ value: Int, _ before: Int, _ after: Int, depth: Int) {
    let baselineElements = baseline.text.children(of: before)
    let newElements = new.text.children(of: after)
    var container = MergedContainer(of: value, in: original)
    let (baseline, new) = (baseline, new)
    let matches = matching(
      MatchableElements(baselineElements, in: baseline),
      MatchableElements(newElements, in: new)
    ) { baseline.isEqual(baselineElements[$0].value, to: new, at: newElements[$1].value) }
    for (element, match) in zip(newElements, matches) {
      switch match {
      case .none:
        container.begin(nil, to: &output)
        new.text.append(element.value, to: &output)
      case .equal(let place), .changed(let place):
        container.begin(place, to: &output)
        let value = container.children[place].value
        merge(value, baselineElements[place].value, element.value, depth: depth)
      }
    }
    container.end(&output)
  }
}

/// A container of the original that is written with other children, and with its white space.
///
///     {␣␣"a":␣1␣,␣"b":␣2␣}
///      ──        ─         leading: what stands before a child
///               ─         ─  trailing: what stands after it
///            ──      ──      separator: from the key to the value
private struct MergedContainer {
  /// The children in the original.
  let children: [Child]
  private let text: DocumentIndex
  private let range: Range<Int>
  /// Whether a child was begun.
  private var hasChildren = false
  /// The place of the last one in the original; nil for a new one.
  private var lastPlace: Int?

  init(of container: Int, in text: DocumentIndex) {
    self.text = text
    children = text.children(of: container)
    range = text.range(of: container)
  }

  /// Appends what stands before the value of a child, with the key of one that is in the original.
  ///
  /// - Parameters:
  ///   - place: The place of the child in the original; nil for a new one.
  ///   - output: What is appended to.
  mutating func begin(_ place: Int?, to output: inout [UInt8]) {
    if !hasChildren {
      output.append(text.bytes[range.lowerBound])
    } else {
      if let lastPlace, lastPlace < children.count - 1 {
        text.append(trailing(lastPlace), to: &output)
      }
      output.append(UInt8(ascii: ","))
    }
    if let leading = leading(place) { text.append(leading, to: &output) }
    if let place { text.append(start(of: place), to: &output) }
    (hasChildren, lastPlace) = (true, place)
  }

  /// Appends what stands between the key and the value of a new member.
  func separate(_ output: inout [UInt8]) {
    guard let child = children.last else { return output.append(UInt8(ascii: ":")) }
    let start = text.range(of: child.key).upperBound
    text.append(start..<text.range(of: child.value).lowerBound, to: &output)
  }

  /// Appends what stands after the last child.
  func end(_ output: inout [UInt8]) {
    guard hasChildren || !children.isEmpty else { return text.append(range, to: &output) }
    if !hasChildren {
      output.append(text.bytes[range.lowerBound])
    } else if !children.isEmpty {
      text.append(trailing(children.count - 1), to: &output)
    }
    output.append(text.bytes[range.upperBound - 1])
  }

  /// Returns the white space to write before a child; nil for none.
  private func leading(_ place: Int?) -> Range<Int>? {
    let isFirst = !hasChildren
    if let place, (place == 0) == isFirst { return leading(of: place) }
    if children.isEmpty { return nil }
    let leading = leading(of: isFirst ? 0 : children.count - 1)
    if isFirst || children.count > 1 { return leading }
    let isIndented = leading.contains { text.bytes[$0] == UInt8(ascii: "\n") }
    return isIndented ? leading : nil
  }

  /// Returns the white space before a child of the original.
  private func leading(of place: Int) -> Range<Int> {
    let start = place == 0 ? range.lowerBound : trailing(place - 1).upperBound
    return start + 1..<text.range(of: children[place].key).lowerBound
  }

  /// Returns the white space after a child of the original.
  private func trailing(_ place: Int) -> Range<Int> {
    let start = text.range(of: children[place].value).upperBound
    // The text is valid: there is only white space before a comma or the end.
    return start..<text.bytes.first(UInt8(ascii: ","), from: start, to: range.upperBound - 1)
  }

  /// Returns the key and the separator of a member of the original; nothing for an element.
  private func start(of place: Int) -> Range<Int> {
    let child = children[place]
    return text.range(of: child.key).lowerBound..<text.range(of: child.value).lowerBound
  }
}
