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
/// Each text is indexed once, and each value is compared once: values with unequal fingerprints
/// aren't compared, and those that are equal aren't visited again.
package struct JSONMerge {
  let original: IndexedText
  let baseline: ComparableText
  let new: ComparableText
  let matching: MatchingElements
  var output: [UInt8] = []

  /// The limit for the nesting of merged containers; deeper ones are replaced.
  ///
  /// Merging recurses, as encoding does.
  static let depthLimit = 512

  /// Merges three texts.
  ///
  /// - Parameters:
  ///   - original: A value, without white space around it.
  ///   - baseline: What a type writes for this value.
  ///   - new: What it writes for the changed value.
  ///   - matching: Matches the elements of arrays.
  /// - Returns: The merged text.
  /// - Throws: An error if one of the texts isn't JSON.
  package static func merged(
    original: [UInt8],
    baseline: [UInt8],
    new: [UInt8],
    matching: @escaping MatchingElements
  ) throws -> [UInt8] {
    // Frequent for values that are written alone, and the indexes aren't needed.
    if baseline == new { return original }
    return try IndexedText.with(original) { original in
      try IndexedText.with(baseline) { baseline in
        try IndexedText.with(new) { new in
          var merge = JSONMerge(
            original: original,
            baseline: ComparableText(baseline),
            new: ComparableText(new),
            matching: matching
          )
          merge.output.reserveCapacity(original.count + new.count)
          merge.merge(IndexedText.root, IndexedText.root, IndexedText.root, depth: 0)
          return merge.output
        }
      }
    }
  }

  // MARK: - Merging

  /// Appends the merge of three values at positions of their texts.
  mutating func merge(_ value: Int, _ before: Int, _ after: Int, depth: Int) {
    if baseline.isEqual(before, to: new, at: after) {
      original.append(value, to: &output)
      return
    }
    let kinds = (original.kind(value), baseline.text.kind(before), new.text.kind(after))
    switch kinds {
    case (.object, .object, .object) where depth < Self.depthLimit:
      mergeObjects(value, before, after, depth: depth + 1)
    case (.array, .array, .array) where depth < Self.depthLimit:
      mergeArrays(value, before, after, depth: depth + 1)
    default:
      new.text.append(after, to: &output)
    }
  }

  private mutating func mergeObjects(_ value: Int, _ before: Int, _ after: Int, depth: Int) {
    let layout = ContainerLayout(of: value, in: original)
    let baselineMembers = baseline.text.members(of: before)
    let newMembers = new.text.members(of: after)
    var found: Set<String> = []
    var children: [MergedChild] = []
    for (place, child) in layout.children.enumerated() {
      let key = original.string(at: child.key)
      let isRepeated = !found.insert(key).inserted
      switch (baselineMembers[key], newMembers[key]) {
      case (nil, nil):
        children.append(.kept(place))
      case (let before?, let after?) where isRepeated:
        // A repeated member is kept as long as the first has its value.
        if baseline.isEqual(before, to: new, at: after) { children.append(.kept(place)) }
      case (let before?, let after?):
        children.append(.merged(place, before, after))
      case (nil, let after?):
        if !isRepeated { children.append(.replaced(place, after)) }
      case (_?, nil):
        break
      }
    }
    for member in new.text.children(of: after) {
      let key = new.text.string(at: member.key)
      guard found.insert(key).inserted else { continue }
      // A default for an absent member isn't written until it changes.
      let isUnchanged =
        baselineMembers[key].map { baseline.isEqual($0, to: new, at: member.value) } ?? false
      if !isUnchanged { children.append(.added(member)) }
    }
    write(children, in: layout, depth: depth)
  }

  private mutating func mergeArrays(_ value: Int, _ before: Int, _ after: Int, depth: Int) {
    let baselineElements = baseline.text.children(of: before)
    let newElements = new.text.children(of: after)
    let layout = ContainerLayout(of: value, in: original)
    // Otherwise it isn't known which elements of the original the type has written.
    guard layout.children.count == baselineElements.count else {
      new.text.append(after, to: &output)
      return
    }
    let (baseline, new) = (baseline, new)
    let matches = matching(
      MatchableElements(baselineElements, in: baseline),
      MatchableElements(newElements, in: new)
    ) { baseline.isEqual(baselineElements[$0].value, to: new, at: newElements[$1].value) }
    var children: [MergedChild] = []
    for (element, match) in zip(newElements, matches) {
      switch match {
      case .none: children.append(.added(element))
      case .equal(let place): children.append(.kept(place))
      case .changed(let place):
        children.append(.merged(place, baselineElements[place].value, element.value))
      }
    }
    write(children, in: layout, depth: depth)
  }
}
