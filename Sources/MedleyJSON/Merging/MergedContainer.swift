import MedleyEngine

/// A container of the original that is written with other children, and with its white space.
///
///     {␣␣"a":␣1␣,␣"b":␣2␣}
///      ──        ─         leading: what stands before a child
///               ─         ─  trailing: what stands after it
///            ──      ──      separator: from the key to the value
struct MergedContainer {
  /// The children in the original.
  let children: [Child]
  private let text: DocumentIndex
  private let range: Range<Int>
  /// Whether a child was begun.
  private(set) var hasChildren = false
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
    var end = start
    // The text is valid: there is only white space before a comma or the end.
    while end < range.upperBound - 1, text.bytes[end] != UInt8(ascii: ",") { end += 1 }
    return start..<end
  }

  /// Returns the key and the separator of a member of the original; nothing for an element.
  private func start(of place: Int) -> Range<Int> {
    let child = children[place]
    return text.range(of: child.key).lowerBound..<text.range(of: child.value).lowerBound
  }
}
