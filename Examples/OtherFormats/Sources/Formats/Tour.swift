import Foundation
import Medley

/// The outcome of decoding and encoding a small feed in one format.
package struct Tour: Sendable {
  /// The original document.
  package let document: String
  /// A line for each element.
  package let elements: [String]
  /// The encoded document.
  package let reencoded: String

  /// Decodes the bundled feed of a format, and encodes it again.
  ///
  /// - Parameter format: The format of the feed.
  /// - Throws: What decoding or encoding throws, and an error if the feed isn't bundled.
  package init(_ format: Format) throws {
    guard
      let url = Bundle.module.url(
        forResource: "feed",
        withExtension: format.rawValue,
        subdirectory: "Feeds"
      )
    else { throw CocoaError(.fileNoSuchFile) }
    document = try String(contentsOf: url, encoding: .utf8)
    let feed = try format.decode(Feed.self, from: document) { $0.register(Feed.registry) }
    elements = feed.items.map(Self.describe)
    reencoded = try format.encode(feed) { $0.register(Feed.registry) }
  }

  private static func describe(_ element: Polymorphic<any Media>) -> String {
    switch element {
    case .known(let movie as Movie): "movie, \(movie.minutes) minutes: \(movie.title)"
    case .known(let book as Book): "book, \(book.pages) pages: \(book.title)"
    case .known(let song as Song): "song by \(song.artist): \(song.title)"
    case .known(let media): "something else: \(media.title)"
    case .unknown(let payload):
      "unknown, tag \(payload.tag?.description ?? "missing"): \(payload.content)"
    }
  }
}
