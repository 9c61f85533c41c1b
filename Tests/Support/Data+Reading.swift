package import Foundation

extension Data {
  /// Reads a file, which may be empty.
  ///
  /// Foundation for Linux never frees the 4,096 bytes that it makes to read an empty one.
  package init(readingFile file: URL) throws {
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize
    self = size == 0 ? Data() : try Data(contentsOf: file)
  }
}
