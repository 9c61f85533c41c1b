import Foundation
import Medley
import MedleyJSON
import MedleyStreams

/// Reads a recorded answer of a language model that calls tools: shows their arguments while they
/// grow, and runs each tool when its arguments are complete.
///
///     swift run ToolCalls
@main
struct ToolCalls {
  static func main() throws {
    guard let url = Bundle.module.url(forResource: "calls", withExtension: "txt") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let decoder = PolymorphicJSONDecoder(tools)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var events = try decoder.elements(of: Event.self, inFileAt: url, as: .serverSentEvents)
    var text = ""
    // Calls may come at the same time: their events have the numbers of their blocks.
    var calls: [Int: ToolCall] = [:]
    while let event = try events.next() {
      switch event {
      case .start(let start):
        guard case .toolUse(let use) = start.contentBlock else { continue }
        calls[start.index] = try ToolCall(use, using: decoder)
      case .delta(let delta):
        switch delta.delta {
        case .text(let piece): text += piece.text
        case .arguments(let piece): calls[delta.index]?.append(piece.partialJson)
        case .unknown(let payload): print("new delta: \(payload.tag?.string ?? "")")
        }
      case .stop(let stop):
        guard var call = calls.removeValue(forKey: stop.index) else { continue }
        print("result: \(call.finish())")
      case .unknown(let payload): print("new event: \(payload.tag?.string ?? "")")
      }
    }
    print("text: \(text)")
    print("open calls: \(calls.count)")
  }
}
