import Foundation
import MediaModels
import Medley

/// Decodes a mixed feed, prints the outcome of each element, and encodes it again.
///
///     swift run MediaFeed              # the feed beside this file
///     swift run MediaFeed feed.json
///     swift run MediaFeed - < feed.json
@main
struct MediaFeed {
  static func main() {
    do {
      let feed = try Feed(input())
      show(feed)
      try encodeAndCompare(feed)
      let elements = feed.elements
      print(
        "decoded \(elements.count + feed.dropped) elements: \(elements.known.count) known, "
          + "\(elements.unknown.count) unknown, \(feed.dropped) dropped"
      )
    } catch {
      FileHandle.standardError.write(Data("MediaFeed: \(name): \(error)\n".utf8))
      exit(1)
    }
  }

  // MARK: - Reading

  private static var argument: String? { CommandLine.arguments.dropFirst().first }

  private static var name: String {
    argument == "-" ? "standard input" : argument ?? "feed.json"
  }

  private static func input() throws -> Data {
    switch argument {
    case "-": return FileHandle.standardInput.readDataToEndOfFile()
    case let path?: return try read(URL(fileURLWithPath: path))
    case nil:
      guard let url = Bundle.module.url(forResource: "feed", withExtension: "json") else {
        throw Failure("the bundled feed is missing")
      }
      return try read(url)
    }
  }

  private static func read(_ url: URL) throws -> Data {
    do {
      return try Data(contentsOf: url)
    } catch {
      throw Failure("can't be read")
    }
  }

  // MARK: - Showing

  private static func show(_ feed: Feed) {
    for element in feed.elements {
      switch element {
      case .known(let media):
        let year = media.published.map { " (\($0))" } ?? ""
        print("\(type(of: media)): \(media.title)\(year), \(media.details)")
      case .unknown(let payload):
        let tag = payload.tag.map { "\($0)" } ?? "none"
        print("unknown, tag \(tag): kept as it came")
      }
    }
    for issue in feed.report.issues {
      print("issue: \(issue)")
    }
  }

  private static func encodeAndCompare(_ feed: Feed) throws {
    let again = try Feed(feed.encoded())
    guard again.elements == feed.elements, again.dropped == 0 else {
      throw Failure("differs after encoding and decoding again")
    }
    print("encoded and decoded again: equal")
  }
}
