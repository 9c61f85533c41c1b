import Medley
import MedleyJSON
import MedleyStreams

/// A call of a tool, whose arguments come in pieces.
struct ToolCall {
  private let id: String
  private let name: String
  /// The name and the arguments as one document, which `tools` can decode.
  private var document: PartialDecoder<Polymorphic<any Tool>>
  private var hasArguments = false
  private var shown = ""

  init(_ use: ToolUse, using decoder: PolymorphicJSONDecoder) throws {
    id = use.id
    name = use.name
    document = PartialDecoder(Polymorphic<any Tool>.self, using: decoder)
    document.append(#"{"name":"#.utf8)
    document.append(try PolymorphicJSONEncoder().encode(use.name))
    document.append(#","arguments":"#.utf8)
  }

  /// Adds a piece of the arguments, and shows them if there is more to show.
  mutating func append(_ piece: String) {
    guard !piece.isEmpty else { return }
    hasArguments = true
    document.append(piece.utf8)
    // If the text isn't JSON, the end of the call says so.
    switch try? document.snapshot() {
    case .known(let tool): show(tool.description)
    case .unknown(let payload): show("\(payload.content)")
    case nil:
      // A tool that isn't known, or one whose required arguments haven't come.
      if let arguments = document.arriving?.members["arguments"] { show("\(arguments) ...") }
    }
  }

  private mutating func show(_ line: String) {
    guard line != shown else { return }
    shown = line
    print("\(id) \(name): \(line)")
  }

  /// Runs the tool with all of its arguments, and returns what the model is told.
  mutating func finish() -> String {
    // A call without arguments has no pieces, or empty ones.
    document.append((hasArguments ? "}" : "{}}").utf8)
    do {
      switch try document.finish() {
      case .known(let tool): return tool.run()
      case .unknown(let payload):
        return "there is no tool \(name) for \(payload.content["arguments"] ?? .null)"
      }
    } catch let error as DecodingError {
      // The model can mend its call: the text says what was expected where.
      return "not understood: \(error.summary)"
    } catch {
      return "not understood: \(error)"
    }
  }
}
