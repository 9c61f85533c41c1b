import Foundation
package import Medley
package import MedleyEngine

// MARK: - Merging with what came

extension ValueEncoder {
  package func write(
    _ text: SourceText,
    changedFrom baseline: (any Encoder) throws -> Void,
    to new: (any Encoder) throws -> Void,
    matching: @escaping MatchingElements
  ) throws -> Bool {
    try write(sharesObject: true) { writer in
      let bytes = try JSONMerge.merged(
        original: text.source.bytes(text.range),
        baseline: bytes(of: baseline),
        new: bytes(of: new),
        matching: matching
      )
      writer.appendCopy { writer in
        unsafe bytes.withUnsafeBytes { unsafe writer.output.append($0) }
      }
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
    } catch EncodingError.invalidValue(let value, let context) {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath + context.codingPath,
          debugDescription: context.debugDescription,
          underlyingError: context.underlyingError
        )
      )
    }
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
