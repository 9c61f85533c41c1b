import Foundation

/// A file that is read in chunks.
///
/// It is a class, because it closes the file at its end, or when it is released.
@safe final class FeedFile {
  // `FileHandle` throws errors only since macOS 10.15.4 and iOS 13.4.
  private let stream: UnsafeMutablePointer<FILE>
  private var isOpen = true
  private let url: URL

  init(_ url: URL) throws {
    guard url.isFileURL, let stream = unsafe fopen(url.path, "rb") else { throw Self.error(url) }
    unsafe self.stream = stream
    self.url = url
    // Chunks are read into the buffer of the feed.
    unsafe setvbuf(stream, nil, _IONBF, 0)
  }

  deinit {
    close()
  }

  private func close() {
    if isOpen { unsafe fclose(stream) }
    isOpen = false
  }

  /// Appends the next chunk; returns false at the end.
  func read(into buffer: FeedBuffer) throws -> Bool {
    guard isOpen else { return false }
    let size = FeedSource.chunkSize
    let count = unsafe fread(buffer.room(for: size), 1, size, stream)
    buffer.commit(count)
    if count > 0 { return true }
    let error = unsafe ferror(stream) != 0 ? Self.error(url) : nil
    close()
    if let error { throw error }
    return false
  }

  private static func error(_ url: URL) -> CocoaError {
    let code: CocoaError.Code = errno == ENOENT ? .fileReadNoSuchFile : .fileReadUnknown
    // The value of `NSFilePathErrorKey`, which links all of Foundation in a static program.
    return CocoaError(code, userInfo: ["NSFilePath": url.path])
  }
}
