import Foundation
import Medley
import MedleyJSON
import MedleyStreams

/// Checks a feed of lines on its way through a pipe, with constant memory.
///
///     swift run FeedLines rejected.ndjson < feed.ndjson > known.ndjson
///
/// Lines of known types go to standard output as their types encode them. Unknown and broken ones go
/// to the file with their reasons, so that the counts of both add up. A summary by tag goes to
/// standard error. For a stage with one output, `-` in place of the file sends all lines to standard
/// output, where `{"type":` begins known ones and `{"line":` the others.
@main
struct FeedLines {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: FeedLines REJECTED < LINES\n".utf8))
      exit(2)
    }
    let path = CommandLine.arguments[1]
    let known = Output(.standardOutput)
    let rejected = path == "-" ? known : try Output(path)
    var summary = Summary()
    try filter(to: known, rejecting: rejected, &summary)
    try known.flush()
    try rejected.flush()
    FileHandle.standardError.write(Data(summary.description.utf8))
  }

  private static func filter(
    to known: Output,
    rejecting rejected: Output,
    _ summary: inout Summary
  ) throws {
    let encoder = PolymorphicJSONEncoder(media)
    var lines = FeedWriter(.lines, using: encoder, to: known.write)
    var rejections = FeedWriter(.lines, using: encoder, to: rejected.write)
    let chunks = AnyIterator { () -> Data? in
      let chunk = FileHandle.standardInput.availableData
      return chunk.isEmpty ? nil : chunk
    }
    let elements = PolymorphicJSONDecoder(media)
      .elements(of: Polymorphic<any Media>.self, in: chunks, as: .lines)
    for item in elements.results {
      switch item.result {
      case .success(.known(let media)):
        try lines.write(Polymorphic.known(media))
        // The name is made once for each type, because making it takes 900 instructions.
        summary.known[ObjectIdentifier(type(of: media)), default: ("\(type(of: media))", 0)]
          .count += 1
      case .success(.unknown(let payload)):
        let tag = payload.tag.map { "\($0)" } ?? "none"
        summary.unknown[tag, default: 0] += 1
        try rejections.write(
          Rejection(
            line: item.line,
            reason: "unknown tag \(tag)",
            text: String(decoding: payload.sourceBytes ?? [], as: UTF8.self)
          )
        )
      case .failure(let error):
        summary.failed += 1
        try rejections.write(
          Rejection(
            line: item.line,
            reason: (error as? DecodingError)?.summary ?? "\(error)",
            text: String(decoding: item.sourceBytes ?? [], as: UTF8.self)
          )
        )
      }
    }
  }
}

/// A line that didn't go to the output.
struct Rejection: Codable {
  var line: Int
  var reason: String
  var text: String
}

/// The counts of lines.
struct Summary: CustomStringConvertible {
  var known: [ObjectIdentifier: (type: String, count: Int)] = [:]
  var unknown: [String: Int] = [:]
  var failed = 0

  var description: String {
    var lines = known.values.map { "\($0.type): \($0.count)" }.sorted()
    lines += unknown.map { "unknown \($0): \($1)" }.sorted()
    lines.append("failed: \(failed)")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A file that is written in large pieces.
///
/// It is a class, because a writer and the program share it.
final class Output {
  private let file: FileHandle
  private var pending: [UInt8] = []

  init(_ file: FileHandle) { self.file = file }

  convenience init(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.init(file)
  }

  func write(_ bytes: [UInt8]) throws {
    pending += bytes
    if pending.count >= 1 << 16 { try flush() }
  }

  func flush() throws {
    file.write(Data(pending))
    pending.removeAll(keepingCapacity: true)
  }
}
