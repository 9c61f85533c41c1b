import Foundation
import Medley
import MedleyJSON
import MedleyStreams

/// Reads a recorded answer of a language model: assembles its texts, and shows structured output
/// while it grows.
///
///     swift run AssistantEvents
@main
struct AssistantEvents {
  /// The structured output, whose members are optional because they come one after the other.
  struct Recipe: Codable, Equatable {
    struct Step: Codable, Equatable {
      var text: String
      var minutes: Int?
    }

    var title: String?
    var servings: Int?
    var steps: [Step]?
  }

  static func main() async throws {
    guard let url = Bundle.module.url(forResource: "answer", withExtension: "txt") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let decoder = PolymorphicJSONDecoder(events)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let stream = decoder.elements(
      of: Polymorphic<any ServerEvent>.self,
      in: Chunks(bytes: try Data(contentsOf: url)),
      as: .serverSentEvents(until: "[DONE]"),
      lossily: true
    )
    var recipe = PartialDecoder(Recipe.self, using: decoder)
    var texts: [String: String] = [:]
    var shown: Recipe?
    let (_, report) = try await DecodingReport.collecting {
      for try await event in stream {
        switch event {
        case .known(let event as TextDelta):
          texts[event.type, default: ""] += event.delta
          guard event.type == "response.output_text.delta" else { continue }
          recipe.append(event.delta.utf8)
          if let snapshot = try recipe.snapshot(), snapshot != shown {
            shown = snapshot
            show(snapshot)
          }
        case .known(let event as AnswerEvent): print("answer: \(event.response.status)")
        case .known(let event as ToolState): print("tool: \(event.type)")
        case .known(let event as ErrorEvent): print("error: \(event.message)")
        case .known: break
        case .unknown(let payload): print("new: \(payload.tag.map { "\($0)" } ?? "no tag")")
        }
      }
    }
    print("complete: \(try recipe.finish() == shown)")
    if let arguments = texts["response.function_call_arguments.delta"] {
      print("arguments: \(arguments)")
    }
    for issue in report.issues { print("issue: \(issue)") }
  }

  private static func show(_ recipe: Recipe) {
    let steps = recipe.steps?.map { step in
      step.minutes.map { "\(step.text) (\($0) min)" } ?? step.text
    }
    print("\(recipe.title ?? "") \(steps?.joined(separator: ", ") ?? "")")
  }
}

/// Bytes in chunks of a few, which end anywhere, as those of a network do.
struct Chunks: AsyncSequence {
  typealias Element = Data

  let bytes: Data

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: Data

    mutating func next() async -> Data? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(37) }
      return rest.prefix(37)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes) }
}
