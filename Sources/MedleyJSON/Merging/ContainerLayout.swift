import MedleyEngine

/// A child of a merged container.
enum MergedChild {
  /// The child of the original at a place, as it came.
  case kept(Int)
  /// The child of the original at a place, merged with the values of baseline and new.
  case merged(Int, Int, Int)
  /// The child of the original at a place, with the value of new.
  case replaced(Int, Int)
  /// A child of new.
  case added(Child)

  /// The place in the original.
  var place: Int? {
    switch self {
    case .kept(let place), .merged(let place, _, _), .replaced(let place, _): place
    case .added: nil
    }
  }
}

/// The children of a container of the original, and the white space between them.
///
///     {␣␣"a":␣1␣,␣"b":␣2␣}
///      ──        ─         leading: what stands before a child
///               ─         ─  trailing: what stands after it
///            ──      ──      separator: from the key to the value
struct ContainerLayout {
  let container: Int
  let children: [Child]
  private(set) var leading: [Range<Int>] = []
  private(set) var trailing: [Range<Int>] = []

  init(of container: Int, in text: DocumentIndex) {
    self.container = container
    children = text.children(of: container)
    let range = text.range(of: container)
    var position = range.lowerBound + 1
    for child in children {
      leading.append(position..<text.range(of: child.key).lowerBound)
      let valueEnd = text.range(of: child.value).upperBound
      position = valueEnd
      // The text is valid: there is only white space before a comma or the end.
      while position < range.upperBound - 1, text.bytes[position] != UInt8(ascii: ",") {
        position += 1
      }
      trailing.append(valueEnd..<position)
      position += 1
    }
  }

  /// Returns what stands before a child in the merged container.
  ///
  /// - Parameters:
  ///   - place: The place of the child in the original; nil for a new one.
  ///   - isFirst: Whether it is the first of the merged container.
  ///   - text: The original.
  /// - Returns: White space of the original; nil for none.
  func leading(_ place: Int?, isFirst: Bool, in text: DocumentIndex) -> Range<Int>? {
    if let place, (place == 0) == isFirst { return leading[place] }
    guard let first = leading.first, let last = leading.last else { return nil }
    if isFirst || children.count > 1 { return isFirst ? first : last }
    let isIndented = first.contains { text.bytes[$0] == UInt8(ascii: "\n") }
    return isIndented ? first : nil
  }

  /// Returns what stands after a child in the merged container.
  func trailing(_ place: Int?, isLast: Bool) -> Range<Int>? {
    if isLast { return trailing.last }
    guard let place, place < children.count - 1 else { return nil }
    return trailing[place]
  }

  /// Returns what stands between the key and the value of a new member.
  func separator(in text: DocumentIndex) -> Range<Int>? {
    children.last.map { text.range(of: $0.key).upperBound..<text.range(of: $0.value).lowerBound }
  }
}

// MARK: - Writing

extension JSONMerge {
  /// Appends a container with children.
  mutating func write(_ merged: [MergedChild], in layout: ContainerLayout, depth: Int) {
    let range = original.range(of: layout.container)
    guard !merged.isEmpty || !layout.children.isEmpty else {
      original.append(range, to: &output)
      return
    }
    output.append(original.bytes[range.lowerBound])
    for (index, child) in merged.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      append(layout.leading(child.place, isFirst: index == 0, in: original))
      write(child, in: layout, depth: depth)
      append(layout.trailing(child.place, isLast: index == merged.count - 1))
    }
    output.append(original.bytes[range.upperBound - 1])
  }

  private mutating func write(_ child: MergedChild, in layout: ContainerLayout, depth: Int) {
    if let place = child.place {
      let source = layout.children[place]
      let start = original.range(of: source.key).lowerBound
      append(start..<original.range(of: source.value).lowerBound)
    }
    switch child {
    case .kept(let place):
      original.append(layout.children[place].value, to: &output)
    case .merged(let place, let before, let after):
      merge(layout.children[place].value, before, after, depth: depth)
    case .replaced(_, let after):
      new.text.append(after, to: &output)
    case .added(let child):
      if child.key != child.value {
        new.text.append(child.key, to: &output)
        if let separator = layout.separator(in: original) {
          append(separator)
        } else {
          output.append(UInt8(ascii: ":"))
        }
      }
      new.text.append(child.value, to: &output)
    }
  }

  private mutating func append(_ range: Range<Int>?) {
    if let range { original.append(range, to: &output) }
  }
}
