import Foundation

/// A feed of any size in chunks of 64 KiB, made from a seed while it is read.
///
/// Its elements are picked from a thousand of the mixed feed. One in a thousand is large.
///
/// It is a class, so that what was made is known after the feed was read.
final class GeneratedFeed: Sequence, IteratorProtocol {
  /// The number of elements, and the sum of their identifiers.
  struct Summary: Equatable {
    var count = 0
    var sum = 0

    mutating func add(_ id: Int) {
      count += 1
      sum += id
    }
  }

  /// The form of the feed.
  enum Form {
    case array, lines, events
  }

  private(set) var made = Summary()
  private let form: Form
  private let size: Int
  private let elements: [(text: [UInt8], id: Int)]
  private let large: [UInt8]
  private var random = SeededRandom(state: 1)
  private var pending: [UInt8] = []
  private var position = 0
  private var isEnded = false

  private static let chunkSize = 1 << 16

  /// - Parameters:
  ///   - form: The form.
  ///   - size: The number of bytes after which no further element is made.
  init(_ form: Form, size: Int) {
    self.form = form
    self.size = size
    var elements: [(text: [UInt8], id: Int)] = []
    _ = MixedFeed(count: 1000).json { element in
      var members = element.members
      members.insert("\"type\":\"\(element.tag)\"", at: element.tagPlace)
      // The identifiers of the mixed feed, in order.
      elements.append((Array(MixedFeed.object(members).utf8), 100_000 + elements.count))
      return ""
    }
    self.elements = elements
    large = Array(",\"padding\":\"\(String(repeating: "text ", count: 20_000))\"}".utf8)
  }

  func next() -> [UInt8]? {
    while pending.count < Self.chunkSize, !isEnded { make() }
    guard !pending.isEmpty else { return nil }
    let chunk = Array(pending.prefix(Self.chunkSize))
    pending.removeFirst(chunk.count)
    position += chunk.count
    return chunk
  }

  /// Makes an element, or the end.
  private func make() {
    let isFirst = made.count == 0
    guard position + pending.count < size else {
      if form == .array { pending += Array("]".utf8) }
      isEnded = true
      return
    }
    let element = random.pick(elements)
    made.add(element.id)
    switch form {
    case .array: pending.append(isFirst ? UInt8(ascii: "[") : UInt8(ascii: ","))
    case .lines: break
    case .events: pending += Array("data: ".utf8)
    }
    if random.chance(of: 1) {
      pending += element.text.dropLast()
      pending += large
    } else {
      pending += element.text
    }
    switch form {
    case .array: break
    case .lines: pending.append(UInt8(ascii: "\n"))
    case .events: pending += Array("\n\n".utf8)
    }
  }
}
