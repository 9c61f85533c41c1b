import HTTPTypes
import Hummingbird
import MedleyJSON
import MedleyStreams
import NIOCore

extension Response {
  /// Returns a response whose body is a feed, written while its elements come.
  ///
  /// `FeedWriter` calls its sink synchronously, and the body of a response is written asynchronously.
  /// So the sink collects bytes, and they are written once there are enough, which waits until the
  /// client has room for them. When the client disconnects, the task is cancelled, even if there is
  /// nothing to write.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - format: The format of the feed.
  ///   - contentType: The type of the body.
  ///   - size: The number of bytes that are collected. With 0, each element is written at once.
  ///   - request: The request, whose own body is ignored.
  ///   - log: What counts the elements.
  ///   - write: A function that writes an element.
  /// - Returns: The response.
  static func feed<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    as format: FeedFormat,
    contentType: String,
    collecting size: Int,
    for request: Request,
    log: FeedLog,
    _ write: @escaping @Sendable (Elements.Element, inout FeedWriter) throws -> Void
  ) -> Response {
    let body = ResponseBody { body in
      do {
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          let pending = PendingBytes()
          var writer = FeedWriter(format, using: encoder) { pending.bytes.writeBytes($0) }
          for try await element in elements {
            try write(element, &writer)
            if pending.bytes.readableBytes > size {
              try await body.write(await pending.take(log, count: writer.count))
            }
          }
          try writer.finish()
          try await body.write(await pending.take(log, count: writer.count))
        }
        try await body.finish(nil)
      } catch {
        await log.ended(completely: false)
        throw error
      }
      await log.ended(completely: true)
    }
    // A connection can't be used again after its feed: without the header, a client might try.
    return Response(
      status: .ok,
      headers: [.contentType: contentType, .connection: "close"],
      body: body
    )
  }

  private static let encoder = PolymorphicJSONEncoder(allReadings)
}

/// Bytes that wait to be written.
///
/// It is a class, because the sink of a writer and the function that writes share it.
private final class PendingBytes {
  var bytes = ByteBuffer()
  private var count = 0

  /// Returns the bytes and counts their elements, given the number of elements so far.
  func take(_ log: FeedLog, count: Int) async -> ByteBuffer {
    defer {
      bytes = ByteBuffer()
      self.count = count
    }
    await log.writes(elements: count - self.count, bytes: bytes.readableBytes)
    return bytes
  }
}
