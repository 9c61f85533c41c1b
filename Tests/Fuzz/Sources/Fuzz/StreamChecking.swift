import Medley
import MedleyJSON
import MedleyStreams

/// A feed in chunks that the input chooses: they give what one chunk gives, and an array what a
/// whole decode gives.
struct StreamChecking {
  private let format: FeedFormat
  private let document: [UInt8]
  private let sizes: [UInt8]

  /// The first byte chooses the format, the next four the sizes of chunks.
  init(_ input: [UInt8]) {
    let formats: [FeedFormat] = [
      .array, .array(at: "a"), .lines, .textSequence, .serverSentEvents,
      .serverSentEvents(until: "end", tagKey: "type", prefersPayload: true),
    ]
    var format = formats[Int(input.first ?? 0) % formats.count]
    format.elementLimit = 200
    self.format = format
    sizes = Array(input.dropFirst().prefix(4))
    document = Array(input.dropFirst(5))
  }

  private func results(_ chunks: [ArraySlice<UInt8>]) -> [String] {
    PolymorphicJSONDecoder(Registries.plain)
      .elements(of: PayloadValue.self, in: chunks, as: format).results
      .map { item in
        let element = "\(item.index), \(item.line), \(item.offset), \(item.eventID ?? "-")"
        switch item.result {
        case .success(let value): return "\(element): \(value)"
        case .failure(let error):
          let error = (error as? DecodingError)?.jsonError
          let place = error.map { "\($0.line), \($0.column), \($0.offset)" } ?? "none"
          return "\(element): failed at \(place)"
        }
      }
  }

  func run() {
    let whole = results([document[...]])
    var chunks: [ArraySlice<UInt8>] = []
    var rest = document[...]
    while !rest.isEmpty {
      let size = sizes.isEmpty ? 1 : Int(sizes[chunks.count % sizes.count] % 40)
      // Sizes of zero give empty chunks, and one byte after a round of them.
      let chunk = rest.prefix(chunks.count % 8 == 7 ? max(1, size) : size)
      chunks.append(chunk)
      rest = rest.dropFirst(chunk.count)
    }
    expectEqual(results(chunks), whole, document, "chunks")
    expectEqual(results(document.indices.map { document[$0...$0] }), whole, document, "bytes")
    guard case let decoder = PolymorphicJSONDecoder(), document.count < 200,
      !document.mayBeTranscoded,
      let values = try? decoder.decode([PayloadValue].self, from: document)
    else { return }
    var elements = decoder.elements(of: PayloadValue.self, in: [document], as: .array)
    var all: [PayloadValue] = []
    do {
      while let element = try elements.next() { all.append(element) }
    } catch {
      fatalError("\(error) in \(String(decoding: document, as: UTF8.self))")
    }
    expectEqual(all, values, document, "whole decode")
  }
}

/// A document in pieces: no part of a valid one throws, and the last snapshot is a whole decode.
struct PartialChecking {
  private let document: [UInt8]
  private let sizes: [UInt8]

  /// The first four bytes are the sizes of pieces.
  init(_ input: [UInt8]) {
    sizes = Array(input.prefix(4))
    document = Array(input.dropFirst(4))
  }

  func run() {
    guard !document.mayBeTranscoded else { return }
    let decoder = PolymorphicJSONDecoder(Registries.plain)
    let whole = try? decoder.decode(Feed.self, from: document)
    let isValid = (try? decoder.decode(PayloadValue.self, from: document)) != nil
    var values = PartialDecoder(PayloadValue.self, using: decoder)
    var feed = PartialDecoder(Feed.self, using: decoder)
    var count = 0
    var rest = document[...]
    var isRefused = false
    while !rest.isEmpty {
      let size = sizes.isEmpty ? 1 : max(1, Int(sizes[count % sizes.count] % 40))
      let piece = rest.prefix(size)
      count += 1
      rest = rest.dropFirst(size)
      values.append(piece)
      feed.append(piece)
      // Not try?, which makes nil of an error and of a snapshot without a value.
      do { _ = try values.snapshot() } catch { isRefused = true }
      if !rest.isEmpty { _ = try? feed.snapshot() }
    }
    if isValid, isRefused {
      fatalError("a part is refused of \(String(decoding: document, as: UTF8.self))")
    }
    expectEqual(try? feed.finish(), whole, document, "finish")
    if isRefused, (try? values.finish()) != nil {
      fatalError("a refused document is accepted: \(String(decoding: document, as: UTF8.self))")
    }
  }
}

extension [UInt8] {
  /// Whether the bytes may be UTF-16 or UTF-32, which only whole documents may be.
  fileprivate var mayBeTranscoded: Bool { contains(0) || first ?? 0 >= 0xfe }
}
