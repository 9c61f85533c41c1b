public import Foundation
public import MedleyJSON

// MARK: - Writing to files

extension FeedWriter {
  /// Creates a writer for a feed in a file.
  ///
  /// ```swift
  /// let handle = try FileHandle(forUpdating: url)
  /// try handle.seekToEnd()
  /// var writer = FeedWriter(.lines, using: encoder, to: handle)
  /// ```
  ///
  /// If the bytes before the first element aren't a whole line, or whole events, as after a crash,
  /// their line ends are written first, so that they cost no element but their own. If the file can't
  /// be read, line ends are written in any case: readers skip blank lines.
  ///
  /// If the file can't take all bytes of an element, those that it took are removed. That isn't
  /// possible in pipes and sockets. One whose reader is gone ends the process by the signal
  /// `SIGPIPE`; after `signal(SIGPIPE, SIG_IGN)`, writing throws instead.
  ///
  /// - Parameters:
  ///   - format: The format of the feed.
  ///   - encoder: The encoder of the elements.
  ///   - file: The file, which is written from its current offset, or at its end if it was opened for
  ///     appending, and isn't closed.
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  #if compiler(>=6.3)
  // `FileHandle` isn't in FoundationEssentials: only clients that use it link it.
  @export(implementation)
  #else
  @inlinable
  #endif
  public init(_ format: FeedFormat, using encoder: PolymorphicJSONEncoder, to file: FileHandle) {
    #if os(Windows)
    let isForAppending = false
    #else
    let isForAppending = Self.isForAppending(file.fileDescriptor)
    #endif
    let lineEnds = format.lineEndsBeforeElement
    var isAtElement = false
    self.init(format, using: encoder) { bytes in
      let start = isForAppending ? try? file.seekToEnd() : try? file.offset()
      do {
        var missing: [UInt8] = []
        if !isAtElement, lineEnds > 0, let start, start > 0 {
          let count = min(UInt64(lineEnds), start)
          try? file.seek(toOffset: start - count)
          var last = try? file.read(upToCount: Int(count))
          #if !os(Windows)
          // One that is opened for writing alone, on Linux.
          if last == nil {
            let path = "/dev/fd/\(file.fileDescriptor)"
            let copy = FileHandle(forReadingAtPath: path)
            try? copy?.seek(toOffset: start - count)
            last = try? copy?.read(upToCount: Int(count))
          }
          #endif
          try file.seek(toOffset: start)
          let present = last?.reversed().prefix { $0 == 0x0a }.count ?? 0
          missing = [UInt8](repeating: 0x0a, count: lineEnds - present)
        }
        try file.write(contentsOf: missing + bytes)
        isAtElement = true
      } catch {
        isAtElement = false
        if let start { try? file.truncate(atOffset: start) }
        throw error
      }
    }
  }

  #if !os(Windows)
  /// Whether a file is written at its end, wherever its offset is.
  @usableFromInline static func isForAppending(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_APPEND != 0
  }
  #endif
}

extension FeedFormat {
  /// The number of line ends after which an element may begin.
  @usableFromInline var lineEndsBeforeElement: Int {
    switch framing {
    case .lines: 1
    case .events: 2
    // RS begins a text, and nothing continues an array.
    case .array, .textSequence: 0
    }
  }
}
