import Foundation
import Medley

/// A feed with malformed elements: the app shows the others and reports every loss.
///
///     swift run PartialFailure
@main
struct PartialFailure {
  static func main() throws {
    // Once, at startup: observes every issue of the process.
    DecodingReport.observe { issue in
      print("observed: \(issue.action) in \(issue.tag?.description ?? "no element")")
    }

    let decoder = JSONDecoder()
    decoder.userInfo.register(Feed.media)
    let (feed, report) = try DecodingReport.collecting {
      try decoder.decode(Feed.self, from: Data(Feed.json.utf8))
    }

    print("\nshown:")
    for media in feed.items.known { print("  \(media.summary)") }
    print("  ratings \(feed.ratings), next page: \(feed.next ?? "none")")

    print("\nreported:")
    for issue in report.issues { print("  \(issue)") }

    // These aren't issues, since nothing was lost. They show that the server has new values.
    print("\nnew:")
    for (tag, count) in report.unknownTags { print("  tag \(tag): \(count)") }
    for (name, counts) in report.unknownRawValues {
      for (value, count) in counts { print("  \(name) \(value): \(count)") }
    }

    print("\nbudget:")
    print("  dropped: \(report.droppedCount)")
    try report.requireDropped(atMost: 5)
    do {
      try report.requireDropped(atMost: 2)
    } catch {
      print("  refused: \(error.summary)")
    }

    // For the server's team: paths, kinds of errors and tags, but no content.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print("\nsent:")
    print("  \(String(decoding: try encoder.encode(report), as: UTF8.self))")
  }
}
