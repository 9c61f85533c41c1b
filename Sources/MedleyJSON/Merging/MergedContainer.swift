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
  private var leading: [Range<Int>] = []
  private var trailing: [Range<Int>] = []
  /// Whether a child was begun.
  private(set) var hasChildren = false
  /// The place of the last one in the original; nil for a new one.
  private var lastPlace: Int?

  init(of container: Int, in text: DocumentIndex) {
    self.text = text
    children = text.children(of: container)
    range = text.range(of: container)
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
        text.append(trailing[lastPlace], to: &output)
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
    } else if let trailing = trailing.last {
      text.append(trailing, to: &output)
    }
    output.append(text.bytes[range.upperBound - 1])
  }

  /// Returns the white space before a child; nil for none.
  private func leading(_ place: Int?) -> Range<Int>? {
    let isFirst = !hasChildren
    if let place, (place == 0) == isFirst { return leading[place] }
    guard let first = leading.first, let last = leading.last else { return nil }
    if isFirst || children.count > 1 { return isFirst ? first : last }
    let isIndented = first.contains { text.bytes[$0] == UInt8(ascii: "\n") }
    return isIndented ? first : nil
  }

  /// Returns the key and the separator of a member of the original; nothing for an element.
  private func start(of place: Int) -> Range<Int> {
    let child = children[place]
    return text.range(of: child.key).lowerBound..<text.range(of: child.value).lowerBound
  }
}
