import Foundation
import MedleyJSON
import TestSupport

/// What a decoder made of a text: a value, or a kind of error and its path.
enum ScalarOutcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case error(kind: String, path: [String])

  init(_ decode: () throws -> Value) {
    do {
      self = .value(try decode())
    } catch DecodingError.dataCorrupted(let context) {
      self.init("corrupted", context)
    } catch DecodingError.typeMismatch(let type, let context) {
      self.init("mismatch of \(type)", context)
    } catch DecodingError.valueNotFound(let type, let context) {
      self.init("no \(type)", context)
    } catch DecodingError.keyNotFound(let key, let context) {
      self.init("no \(key.stringValue)", context)
    } catch {
      self = .error(kind: "\(error)", path: [])
    }
  }

  private init(_ kind: String, _ context: DecodingError.Context) {
    self = .error(kind: kind, path: context.codingPath.map(\.stringValue))
  }

  /// The same without its path: that of a number that doesn't fit is empty with `JSONDecoder`.
  var withoutPath: ScalarOutcome {
    if case .error(let kind, _) = self { .error(kind: kind, path: []) } else { self }
  }
}

extension ScalarOutcome where Value: Decodable {
  static func foundation(_ json: String) -> ScalarOutcome {
    ScalarOutcome { try JSONDecoder().decode(Value.self, from: Data(json.utf8)) }
  }

  static func engine(_ json: String) -> ScalarOutcome {
    ScalarOutcome { try Engine.current.decoder().decode(Value.self, from: json) }
  }
}
