import Foundation
import Medley
import MedleyJSON
import MedleyStreams

protocol StreamedMedia: Codable, Sendable { var title: String { get } }

struct StreamedMovie: StreamedMedia, Hashable {
  var title: String
  var duration: Int
}

struct StreamedBook: StreamedMedia, Hashable {
  var title: String
  var pages: Int?
}

/// A feed in every format, with elements that have what can be cut in two: escapes, numbers,
/// characters of several bytes, nesting, unknown tags.
enum FeedSample {
  static let registry = PolymorphicRegistry<any StreamedMedia>(
    "type",
    ["MOVIE": StreamedMovie.self, "BOOK": StreamedBook.self]
  )

  static let decoder = PolymorphicJSONDecoder(registry)

  typealias Item = Polymorphic<any StreamedMedia>

  static let elements = [
    #"{"type":"MOVIE","title":"Heat","duration":170}"#,
    #"{"title":"a \" ] } , \\","pages":12,"type":"BOOK"}"#,
    #"{"type":"SONG","n":[[1,{"a":"]"}],-1.5e+7,null,true]}"#,
    #"{"title":"ä€😀 \ud83d\ude00\u00e4","type":"BOOK","pages":null}"#,
    #"{ "type" : "MOVIE" , "title" : "" , "duration" : 0 }"#,
    #"{"type":"SONG"}"#,
  ]

  static let formats = [
    "array", "spaced array", "array at a path", "lines", "CRLF lines", "text sequence", "events",
    "events of several lines",
  ]

  /// Returns the feed in a format.
  static func text(_ elements: [String] = elements, as format: String) -> String {
    switch format {
    case "array": "[" + elements.joined(separator: ",") + "]"
    case "spaced array": "\u{feff} \n[ " + elements.joined(separator: " ,\r\n\t") + " ] \n"
    case "array at a path":
      """
      {"items":[1],"a":{"response":[]},"response":{"x":"]}\\"","i\\u0074ems":[\
      \(elements.joined(separator: ", "))],"items":3},"response":{},"z":[{}]}
      """
    case "lines": elements.joined(separator: "\n") + "\n"
    case "CRLF lines": "\u{feff}\r\n" + elements.joined(separator: "\r\n\r\n")
    case "text sequence":
      elements.map { "\u{1e}\($0)\n" }.joined(separator: "\u{1e}")
    case "events":
      elements.map { "id: 1\nevent: x\ndata: \($0)\n\n" }.joined()
        + ": done\ndata: [DONE]\n\ndata: x\n\n"
    default:
      elements.map { "data:\($0.breakingLines())\r\n: c\r\n\r\n" }.joined()
    }
  }

  static func format(_ name: String) -> FeedFormat {
    switch name {
    case "array", "spaced array": .array
    case "array at a path": .array(at: "response", "items")
    case "lines", "CRLF lines": .lines
    case "text sequence": .textSequence
    case "events": .serverSentEvents(until: "[DONE]")
    default: .serverSentEvents
    }
  }

  /// Returns all elements of a feed.
  static func all<Element>(_ elements: FeedElements<Element>) throws -> [Element] {
    var elements = elements
    var all: [Element] = []
    while let element = try elements.next() { all.append(element) }
    return all
  }
}

extension Polymorphic {
  /// Whether the type of the element is registered.
  var isKnown: Bool {
    if case .known = self { true } else { false }
  }
}

extension String {
  /// Returns JSON as the data of an event, with a line end after each comma outside of strings.
  fileprivate func breakingLines() -> String {
    var isInString = false
    var isEscaped = false
    var text = ""
    for character in self {
      if character == "\"", !isEscaped { isInString.toggle() }
      isEscaped = character == "\\" && !isEscaped
      text.append(character)
      if character == ",", !isInString { text += "\r\ndata: " }
    }
    return text
  }
}

/// An asynchronous sequence of given values, which counts how many were asked for.
struct Given<Element: Sendable>: AsyncSequence {
  let values: [Element]
  let asked = Asked()

  /// It is a class, because iterators count in it.
  final class Asked {
    var count = 0
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var values: IndexingIterator<[Element]>
    fileprivate let asked: Asked

    mutating func next() async throws -> Element? {
      asked.count += 1
      return values.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: values.makeIterator(), asked: asked)
  }
}

extension FeedResult {
  /// The whole place of the element, for comparisons.
  var place: String {
    "element \(index), line \(line), byte \(offset), event \(eventID ?? "none")"
  }
}

extension DecodingError {
  /// The whole place of the element that failed, for comparisons.
  var feedPlace: String? { feedPosition.map { "\($0)" } }
}
