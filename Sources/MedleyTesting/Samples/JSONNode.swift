import Foundation
import Medley
import MedleyBase

/// A JSON document as a tree that keeps the spelling of scalars, the order of members and repeated
/// keys, so that one place of a document can change and nothing else.
///
/// It is not ``Medley/PayloadValue``: that has numbers, and each key once.
enum JSONNode: Equatable, Sendable {
  /// A string, number, Boolean or null as it is spelled, a string with its quotation marks.
  case scalar(String)
  case array([JSONNode])
  case object([Child])

  /// A member or an element, with its key or its index.
  struct Child: Equatable, Sendable {
    var key: WireKey
    var value: JSONNode

    var name: String { key.stringValue }
  }

  static let null = scalar("null")

  /// A string without characters that JSON escapes.
  static func plain(_ string: String) -> JSONNode { scalar("\"\(string)\"") }

  // MARK: - Kinds

  /// What a decoder tells apart.
  enum Kind: Hashable, Sendable {
    case null, boolean, number, string, array, object
  }

  var kind: Kind {
    switch self {
    case .array: .array
    case .object: .object
    case .scalar(let text):
      switch text.utf8.first {
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
      case UInt8(ascii: "n"): .null
      default: .number
      }
    }
  }

  /// The text of a scalar without quotation marks; nil for an array or an object.
  var bareText: Substring? {
    guard case .scalar(let text) = self else { return nil }
    return kind == .string ? text.dropFirst().dropLast() : text[...]
  }

  // MARK: - Members and elements

  /// The number of scalars in this tree; an empty container counts as one.
  var leafCount: Int { max(1, children.reduce(0) { $0 + $1.value.leafCount }) }

  // MARK: - Writing

  /// The document in UTF-8.
  var data: Data { Data(text.utf8) }

  /// The document.
  var text: String {
    switch self {
    case .scalar(let scalar):
      return scalar
    case .array(let elements):
      return "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let texts = members.map { $0.name.quoted + ":" + $0.value.text }
      return "{" + texts.joined(separator: ",") + "}"
    }
  }
}
