import Foundation

/// A file that is read in chunks.
///
/// It is a class, because it closes the file when it is released.
@safe final class FeedFile {
  // `FileHandle` throws errors only since macOS 10.15.4 and iOS 13.4.
  private let stream: UnsafeMutablePointer<FILE>
  private let url: URL

  init(_ url: URL) throws {
    guard url.isFileURL, let stream = unsafe fopen(url.path, "rb") else {
      throw Self.error(url)
    }
    unsafe self.stream = stream
    self.url = url
    // Chunks are read into the buffer of the feed.
    unsafe setvbuf(stream, nil, _IONBF, 0)
  }

  deinit {
    unsafe fclose(stream)
  }

  /// Appends the next chunk; returns false at the end.
  func read(into buffer: FeedBuffer, atMost size: Int = FeedChunk.size) throws -> Bool {
    let count = unsafe buffer.append(atMost: size) { memory in
      unsafe fread(memory.baseAddress.unsafelyUnwrapped, 1, memory.count, stream)
    }
    if count == 0, unsafe ferror(stream) != 0 { throw Self.error(url) }
    return count > 0
  }

  private static func error(_ url: URL) -> CocoaError {
    let code: CocoaError.Code = errno == ENOENT ? .fileReadNoSuchFile : .fileReadUnknown
    return CocoaError(code, userInfo: [NSFilePathErrorKey: url.path])
  }
}
