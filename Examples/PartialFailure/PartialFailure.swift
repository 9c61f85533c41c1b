import Foundation
import Medley

/// A feed with broken elements: what can be shown is shown, and nothing is lost unheard.
///
///     swift run PartialFailure
@main
struct PartialFailure {
  static func main() throws {
    // Once, at startup: every loss of the process, whoever collects a report.
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

    // Neither of these is an issue: nothing was lost. They show that the server has moved on.
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
      print("  refused: \(error)")
    }

    // For the team of the server: paths, kinds of faults and tags, but nothing that a user wrote.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print("\nsent:")
    print("  \(String(decoding: try encoder.encode(report), as: UTF8.self))")
  }
}
