import Medley
import MedleyResilience

/// What a decode call gives: a value, its report, or nothing but the fact that it failed.
struct Outcome<Value: Decodable & Equatable>: Decodable, Equatable, CustomStringConvertible {
  private let value: Value?
  private let dropped: Int
  private let unknown: [String]

  init(from decoder: any Decoder) throws {
    let (result, report) = DecodingReport.collectingResult { try Value(from: decoder) }
    value = try? result.get()
    dropped = report.droppedCount
    unknown = report.unknownTags.map { "\($0.key): \($0.value)" }.sorted()
  }

  var description: String {
    "\(value.map { "\($0)" } ?? "an error"), \(dropped) dropped, \(unknown)"
  }
}

/// A strict feed.
struct Feed: Codable, Equatable {
  var elements: [Element]

  init(from decoder: any Decoder) throws { elements = try [Element](from: decoder) }

  func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

/// A lossy feed, and lossy members of its elements.
struct LossyFeed: Decodable, Equatable {
  var elements: [Element]

  init(from decoder: any Decoder) throws {
    elements = try Lossy<[Element]>(from: decoder).wrappedValue
  }
}

/// The tags of a feed: which are known, and what the others are.
struct TagOutcomes: Decodable, Equatable {
  private let lines: [String]

  init(from decoder: any Decoder) throws {
    lines = try [Element](from: decoder).map { element in
      switch element {
      case .known(let item): "\(item)"
      case .unknown(let payload): "\(payload.tag.map { "\($0)" } ?? "no tag"), \(payload.reason)"
      }
    }
  }
}
