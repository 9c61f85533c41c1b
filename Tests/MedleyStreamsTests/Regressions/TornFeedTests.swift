import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// A writer appended its first element to a line that a crash had torn, and both were lost.
@Suite struct TornFeedTests {
  private struct Entry: Codable, Hashable { var a: Int }

  /// How a file is opened.
  enum Opening: CaseIterable {
    case updating, writing, appending, readingAndAppending

    func handle(for url: URL) throws -> FileHandle {
      switch self {
      case .updating, .writing:
        let handle =
          try self == .writing ? FileHandle(forWritingTo: url) : FileHandle(forUpdating: url)
        try handle.seekToEnd()
        return handle
      case .appending, .readingAndAppending:
        let flags = (self == .appending ? O_WRONLY : O_RDWR) | O_APPEND
        return FileHandle(fileDescriptor: unsafe open(url.path, flags), closeOnDealloc: true)
      }
    }
  }

  private func withFile<Result>(
    _ text: String,
    _ body: (URL) throws -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).log")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text.utf8).write(to: url)
    return try body(url)
  }

  private func append(_ numbers: [Int], _ format: FeedFormat, to file: FileHandle) throws {
    var writer = FeedWriter(format, using: PolymorphicJSONEncoder(), to: file)
    for number in numbers { try writer.write(Entry(a: number)) }
    try writer.finish()
    try file.close()
  }

  private func elements(of url: URL, _ format: FeedFormat) throws -> [Int] {
    try FeedSample.all(
      PolymorphicJSONDecoder()
        .elements(of: Entry.self, inFileAt: url, as: format, lossily: true)
    ).map(\.a)
  }

  /// What is in the file, which of its elements are complete, and what stands before the new ones.
  private static let logs: [(FeedFormat, String, [Int], String)] = [
    (.lines, "", [], ""), (.lines, "{\"a\":1}\n", [1], ""),
    (.lines, "{\"a\":1}\n{\"a\":", [1], "\n"), (.lines, "{\"a\":1}\n{\"a\":2}", [1, 2], "\n"),
    (.lines, "{\"a\":1}\r\n", [1], ""), (.lines, "{", [], "\n"), (.lines, "\n", [], ""),
    (.serverSentEvents, "data: {\"a\":1}\n\n", [1], ""),
    (.serverSentEvents, "data: {\"a\":1}\n\ndata: {\"a\":", [1], "\n\n"),
    (.serverSentEvents, "data: {\"a\":1}\n", [1], "\n"), (.serverSentEvents, "\n", [], "\n"),
    (.serverSentEvents, "data: {\"a\":1}\n\nevent: x", [1], "\n\n"),
    (.textSequence, "\u{1e}{\"a\":1}\n\u{1e}{\"a\"", [1], ""),
    (.textSequence, "\u{1e}{\"a\":1}\n", [1], ""),
  ]

  @Test(arguments: logs.indices, Opening.allCases)
  func `a torn element costs neither its neighbours nor the new ones`(
    _ index: Int,
    _ opening: Opening
  ) throws {
    let (format, text, complete, added) = Self.logs[index]
    try withFile(text) { url in
      try append([7, 8], format, to: opening.handle(for: url))
      #expect(try elements(of: url, format) == complete + [7, 8])
      let fresh = try withFile("") { url in
        try append([7, 8], format, to: opening.handle(for: url))
        return try String(contentsOf: url, encoding: .utf8)
      }
      #expect(try String(contentsOf: url, encoding: .utf8) == text + added + fresh)
      // Once more, after a whole element.
      try append([9], format, to: opening.handle(for: url))
      #expect(try elements(of: url, format) == complete + [7, 8, 9])
    }
  }

  @Test func `a writer begins anywhere in a file`() throws {
    try withFile("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n") { url in
      let file = try FileHandle(forUpdating: url)
      try file.seek(toOffset: 8)
      try append([7], .lines, to: file)
      #expect(try elements(of: url, .lines) == [1, 7, 3])
    }
  }

  @Test func `a pipe is written as it is`() throws {
    let pipe = Pipe()
    try append([1], .lines, to: pipe.fileHandleForWriting)
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("{\"a\":1}\n".utf8))
  }

  #if os(Linux)
  /// What was in a file that was opened for appending was removed when it took no more.
  @Test func `a full file that was opened for appending keeps its elements`() throws {
    typealias MemoryFile = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    let symbol = unsafe try #require(dlsym(nil, "memfd_create"))
    // Sound: that is its type.
    let create = unsafe unsafeBitCast(symbol, to: MemoryFile.self)
    let sealing: UInt32 = 2
    let addSeals: Int32 = 1033
    let sealGrowth: Int32 = 4
    let descriptor = unsafe create("feed", sealing)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: Data("{\"a\":1}\n".utf8))
    try file.seek(toOffset: 0)
    #expect(fcntl(descriptor, addSeals, sealGrowth) == 0)
    #expect(fcntl(descriptor, F_SETFL, O_APPEND) == 0)
    var writer = FeedWriter(.lines, using: PolymorphicJSONEncoder(), to: file)
    #expect(throws: (any Error).self) { try writer.write(Entry(a: 2)) }
    #expect(writer.count == 0)
    try file.seek(toOffset: 0)
    #expect(try file.readToEnd() == Data("{\"a\":1}\n".utf8))
  }
  #endif
}
