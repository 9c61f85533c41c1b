import Medley

/// A tool that a language model may call, with its arguments.
protocol Tool: Decodable, Sendable, CustomStringConvertible {
  /// Does what the call asks for, and returns what the model is told.
  func run() -> String
}

/// Its arguments are optional, so that they are shown while they come.
struct ReserveTable: Tool {
  var restaurant: String?
  var people: Int?
  var wishes: [String]?

  var description: String {
    let people = people.map { " for \($0)" } ?? ""
    let wishes = wishes.map { ", \($0.joined(separator: " and "))" } ?? ""
    return "a table at \(restaurant ?? "...")\(people)\(wishes)"
  }

  func run() -> String {
    guard let restaurant, let people else { return "the restaurant and the people are missing" }
    return "reserved at \(restaurant) for \(people)"
  }
}

/// Its arguments are required: it is shown from the first character of the last one on.
struct SendMessage: Tool {
  var recipient: String
  var text: String

  var description: String { "to \(recipient): \(text)" }

  func run() -> String { "sent \(text.count) characters to \(recipient)" }
}

/// It has no arguments.
struct ListReservations: Tool {
  var description: String { "the reservations" }

  func run() -> String { "none before today" }
}

/// All tools of this program, by their names.
///
/// The name and the arguments of a call are beside each other:
/// `{"name": "send_message", "arguments": {...}}`.
let tools = PolymorphicRegistry<any Tool>(
  .adjacent(tag: "name", content: "arguments"),
  [
    "reserve_table": ReserveTable.self,
    "send_message": SendMessage.self,
    "list_reservations": ListReservations.self,
  ]
)
