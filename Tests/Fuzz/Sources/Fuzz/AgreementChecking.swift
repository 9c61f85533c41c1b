import Medley
import MedleyJSON
import MedleyStreams

/// A document that is decoded whole, as an element of feeds, and in pieces: all agree on the value,
/// or on the error and its path.
struct AgreementChecking {
  private let document: [UInt8]
  private let sizes: [UInt8]

  /// The first four bytes are the sizes of pieces.
  init(_ input: [UInt8]) {
    sizes = Array(input.prefix(4))
    document = Array(input.dropFirst(4))
  }

  func run() {
    // Only whole documents may be UTF-16 or begin with a byte order mark inside of a feed's text.
    guard !document.contains(0), document.first ?? 0 < 0xef else { return }
    check(PayloadValue.self, Registries.plain)
    check(Feed.self, Registries.plain)
    check(Feed.self, Registries.strict)
    check(Feed.self, Registries.nested)
    check([Shape].self, Registries.plain)
    checkElements(of: Element.self, Registries.plain)
    checkElements(of: Element.self, Registries.strict)
    checkElements(of: Shape.self, Registries.plain)
    checkSnapshots()
  }

  // MARK: - Comparing

  /// A value, or the path of the error; nil for text that isn't JSON.
  private enum Result<Value: Equatable>: Equatable {
    case value(Value)
    case failed(String)
    case invalid
  }

  private func result<Value>(
    droppingFirst count: Int = 0,
    _ body: () throws -> Value
  ) -> Result<Value> {
    do {
      return .value(try body())
    } catch {
      guard isJSON, let error = error as? DecodingError else { return .invalid }
      let path = error.context?.codingPath.dropFirst(count) ?? []
      return .failed(
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      )
    }
  }

  private var isJSON: Bool {
    (try? PolymorphicJSONDecoder().decode(PayloadValue.self, from: document)) != nil
  }

  private func check<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ registry: PolymorphicRegistry<any Item>
  ) {
    let decoder = PolymorphicJSONDecoder(registry)
    let whole = result { try decoder.decode(Value.self, from: document) }
    // A line end is white space, except in a string, where it is an error.
    let line = document.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }
    let oneLine = result { try decoder.decode(Value.self, from: line) }
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    for (format, before, after) in Self.frames {
      // White space alone is no element.
      if isBlank, !format.isArray { continue }
      // The text of an array isn't an element that is JSON, such as "1],[2".
      if format.isArray, !isJSON { continue }
      // One text of a sequence ends where the next begins.
      if format.name == "a text sequence", document.contains(0x1e) { continue }
      let feed = Array(before.utf8) + (format.isArray ? document : line) + Array(after.utf8)
      let found = result(droppingFirst: format.pathCount) {
        try only(Value.self, in: feed, format, decoder)
      }
      expectEqual(found, format.isArray ? whole : oneLine, feed, "an element of \(format.name)")
    }
    var partial = PartialDecoder(Value.self, using: decoder)
    for piece in pieces(of: document) {
      partial.append(piece)
      _ = try? partial.snapshot()
    }
    expectEqual(result { try partial.finish() }, whole, document, "in pieces")
    // A number may go on, and text behind the document be anything.
    if case .value(let value) = whole, document.last.map({ [0x5d, 0x7d].contains($0) }) == true {
      expectEqual((try? partial.snapshot()) ?? nil, value, document, "last snapshot")
    }
  }

  private struct Format {
    var name: String
    var format: FeedFormat
    var isArray = false
    /// The length of the path of an element.
    var pathCount = 1
  }

  private static let frames: [(Format, String, String)] = [
    (Format(name: "an array", format: .array, isArray: true), "[", "]"),
    (
      Format(name: "a member", format: .array(at: "a", "b"), isArray: true, pathCount: 3),
      #"{"c":[{}],"a":{"b":["#, #"],"d":1}}"#
    ),
    (Format(name: "lines", format: .lines), "\n", "\r\n"),
    (Format(name: "a text sequence", format: .textSequence), "\u{1e}", "\n"),
    (Format(name: "events", format: .serverSentEvents), "id:1\ndata: ", "\n\n"),
  ]

  private struct NotOne: Error {}

  /// Returns the only element of a feed in pieces.
  private func only<Value: Decodable>(
    _ type: Value.Type,
    in feed: [UInt8],
    _ format: Format,
    _ decoder: PolymorphicJSONDecoder
  ) throws -> Value {
    var elements = decoder.elements(of: Value.self, in: pieces(of: feed), as: format.format)
    guard let value = try elements.next(), try elements.next() == nil else { throw NotOne() }
    return value
  }

  /// The elements of an array, one by one, or the path of the first error.
  private func checkElements<Value: Decodable & Equatable>(
    of type: Value.Type,
    _ registry: PolymorphicRegistry<any Item>
  ) {
    guard isJSON else { return }
    let decoder = PolymorphicJSONDecoder(registry)
    let whole = result { try decoder.decode([Value].self, from: document) }
    var elements = decoder.elements(of: Value.self, in: pieces(of: document), as: .array)
    let found = result {
      var values: [Value] = []
      while let value = try elements.next() { values.append(value) }
      return values
    }
    expectEqual(found, whole, document, "elements")
  }

  // MARK: - Growing

  /// Each snapshot keeps what the one before it has, and the document has all of the last one.
  private func checkSnapshots() {
    let decoder = PolymorphicJSONDecoder()
    guard let whole = try? decoder.decode(PayloadValue.self, from: document) else { return }
    var partial = PartialDecoder(PayloadValue.self, using: decoder)
    var last: PayloadValue?
    for piece in pieces(of: document) {
      partial.append(piece)
      let snapshot: PayloadValue?
      do { snapshot = try partial.snapshot() } catch {
        fatalError("\(error) in a part of \(String(decoding: document, as: UTF8.self))")
      }
      if let last, !(snapshot?.extends(last) ?? false) {
        expectEqual(snapshot, last, document, "a snapshot")
      }
      last = snapshot
    }
    if let last, !whole.extends(last) { expectEqual(whole, last, document, "the last snapshot") }
  }

  private func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = sizes.isEmpty ? 1 : max(1, Int(sizes[pieces.count % sizes.count] % 40))
      pieces.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return pieces
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension PayloadValue {
  /// Whether this value keeps what an earlier one has, of which only the last values grow.
  fileprivate func extends(_ old: PayloadValue) -> Bool {
    switch (old, self) {
    case (.string(let old), .string(let new)): return new.utf8.starts(with: old.utf8)
    case (.array(let old), .array(let new)):
      guard let last = old.last else { return true }
      return new.count >= old.count && old.dropLast() == new.prefix(old.count - 1)
        && new[old.count - 1].extends(last)
    case (.object(let old), .object(let new)):
      guard let last = old.last else { return true }
      let isSame = zip(old.dropLast(), new).allSatisfy {
        $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
      }
      return new.count >= old.count && isSame
        && new[old.count - 1].key == last.key && new[old.count - 1].value.extends(last.value)
    default: return old == self
    }
  }
}
