import Foundation
import Medley
import MedleyResilience

/// Writes a value as text: the labels of cases, and fields that aren't nil.
///
/// Both versions of a client have the same cases and fields, so equal values have equal texts, such
/// as `[edit((uri: "a", version: 1)), delete((uri: "b"))]`.
enum Outline {
  static func text(of value: Any) -> String {
    switch value {
    case let value as any OutlineConvertible: return value.outline
    case let text as String: return "\"\(text)\""
    case let value as any CustomStringConvertible where value is any BinaryInteger:
      return "\(value)"
    default: return reflected(value)
    }
  }

  static func json(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func reflected(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .collection:
      return "[" + mirror.children.map { text(of: $0.value) }.joined(separator: ", ") + "]"
    case .dictionary:
      let members = mirror.children.compactMap { child -> String? in
        let pair = Array(Mirror(reflecting: child.value).children)
        return pair.count == 2 ? "\(pair[0].value): \(text(of: pair[1].value))" : nil
      }
      return "[" + members.sorted().joined(separator: ", ") + "]"
    case .enum:
      guard let content = mirror.children.first else { return "\(value)" }
      return "\(content.label ?? "")(\(text(of: content.value)))"
    case .struct, .class, .tuple:
      return "(" + fields(of: mirror).joined(separator: ", ") + ")"
    default:
      return "\(value)"
    }
  }

  private static func fields(of mirror: Mirror) -> [String] {
    mirror.children.compactMap { child in
      let text = text(of: child.value)
      guard text != "nil" else { return nil }
      // The parts of a composition are fields of one object in both versions.
      if child.label == "info" { return text.dropFirst().dropLast().description }
      // The storage of a property wrapper has its value alone.
      let name = (child.label ?? "").drop { $0 == "_" }
      return name.first?.isNumber ?? true ? text : "\(name): \(text)"
    }
  }
}

/// A type whose outline isn't made of its fields.
protocol OutlineConvertible {
  var outline: String { get }
}

extension Date: OutlineConvertible {
  var outline: String { "\(Int(timeIntervalSince1970))" }
}

extension Bool: OutlineConvertible {
  var outline: String { "\(self)" }
}

extension UnknownPayload: OutlineConvertible {
  var outline: String { Outline.text(of: tag?.string ?? "") }
}

extension Lossy: OutlineConvertible {
  var outline: String { Outline.text(of: wrappedValue) }
}

extension Timeline.ByHand.LossyList: OutlineConvertible {
  var outline: String { Outline.text(of: wrappedValue) }
}

extension PayloadValue: OutlineConvertible {
  var outline: String { Outline.json(of: self) }
}

extension LanguageServer.ByHand.JSON: OutlineConvertible {
  var outline: String { Outline.json(of: self) }
}

extension Polymorphic: OutlineConvertible {
  var outline: String {
    switch self {
    case .known(let value): "\(type(of: value as Any))\(Outline.text(of: value))"
    case .unknown(let payload): "unknown(\(payload.outline))"
    }
  }
}

extension PolymorphicValue: OutlineConvertible {
  var outline: String { Outline.text(of: projectedValue as Any) }
}

extension PolymorphicArray: OutlineConvertible {
  var outline: String { Outline.text(of: projectedValue) }
}

extension Records.ByHand.AnyRecord: OutlineConvertible {
  var outline: String {
    if let unknown = value as? Records.ByHand.UnknownRecord {
      "unknown(\(Outline.text(of: unknown.type)))"
    } else {
      "\(type(of: value))\(Outline.text(of: value))"
    }
  }
}
