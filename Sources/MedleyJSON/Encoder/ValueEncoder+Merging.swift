import Foundation
package import Medley
package import MedleyEngine

// MARK: - Merging with what came

extension ValueEncoder {
  package func write(
    _ text: SourceText,
    decodedBy encodeAgain: (SourceText, any Encoder) throws -> Void,
    changedTo new: (any Encoder) throws -> Void,
    matching: @escaping MatchingElements
  ) throws -> Bool {
    try write(sharesObject: true) { writer in
      let new = try bytes(of: new)
      let bytes = try JSONMerge.merged(
        original: text.source.bytes(text.range),
        baseline: bytes { try encodeAgain(text, $0) },
        new: new,
        matching: matching
      ) { merged in
        let text = SourceText(Source(copying: merged), 0..<merged.count)
        return (try? self.bytes { try encodeAgain(text, $0) }) == new
      }
      bytes.withBytes { writer.append(copy: $0) }
    }
  }

  /// Returns what a function encodes, with the settings of this encoder but without its layout.
  private func bytes(of body: (any Encoder) throws -> Void) throws -> [UInt8] {
    let outer = output.writer
    do {
      return try Output.pool.withOutput(
        for: output.settings.withoutLayout,
        { separate in
          // The limits are those of the whole document.
          separate.writer.begin(inside: outer)
          try separate.writer.withLevel(for: Any?.none as Any) { try body($0) }
        },
        { unsafe Array($0.bytes) }
      )
    } catch let error as EncodingError {
      throw error.inside(codingPath)
    }
  }
}

extension EncodingError {
  /// Returns the error of a value that is encoded apart, with its path in the document.
  @inline(never) func inside(_ path: [any CodingKey]) -> EncodingError {
    guard case .invalidValue(let value, let context) = self else { return self }
    return .invalidValue(
      value,
      Context(
        codingPath: path + context.codingPath,
        debugDescription: context.debugDescription,
        underlyingError: context.underlyingError
      )
    )
  }
}

extension EncodingCallOptions {
  /// The settings for values that are written into a document later.
  fileprivate var withoutLayout: EncodingCallOptions {
    guard !options.format.isDisjoint(with: [.prettyPrinted, .sortedKeys]) else { return self }
    var options = options
    options.format.subtract([.prettyPrinted, .sortedKeys])
    return EncodingCallOptions(options)
  }
}
