package import Foundation
import Medley
import MedleyEngine
import MedleyJSON

/// A decoder and its encoder, through which one test runs on every format.
///
/// Inputs are JSON texts and outputs are compared as ``JSONTree``, whatever the format: what a
/// property list decodes is the same tree, written as a property list first.
///
/// ```swift
/// @Test(arguments: Backend.allCases)
/// func `keeps an unknown payload`(_ backend: Backend) throws {
///   let text = #"[{"type":"OPERA"}]"#
///   let feed = try backend.decode([Polymorphic<any Media>].self, from: text) {
///     $0.register(registry)
///   }
///   #expect(try backend.encode(feed) { $0.register(registry) } == JSONTree(parsing: text))
/// }
/// ```
package enum Backend: CaseIterable, Hashable, Sendable {
  /// Foundation's `JSONDecoder` and `JSONEncoder`.
  case json

  /// Medley's own `PolymorphicJSONDecoder` and `PolymorphicJSONEncoder`.
  case engine

  /// `DropInJSONDecoder` and `DropInJSONEncoder`, by the names of their superclasses.
  case dropIn

  /// `PropertyListDecoder` and `PropertyListEncoder`, in XML.
  case xmlPropertyList

  /// `PropertyListDecoder` and `PropertyListEncoder`, in Apple's binary form.
  case binaryPropertyList
}

extension Backend {
  /// The coders of JSON.
  package static let allJSON: [Backend] = [.json, .engine, .dropIn]
}

extension Backend: CustomStringConvertible {
  package var description: String {
    switch self {
    case .json: "JSONDecoder"
    case .engine: "PolymorphicJSONDecoder"
    case .dropIn: "DropInJSONDecoder"
    case .xmlPropertyList: "PropertyListDecoder (XML)"
    case .binaryPropertyList: "PropertyListDecoder (binary)"
    }
  }
}

// MARK: - Asking

/// The `userInfo` of a coder.
package typealias UserInfo = [CodingUserInfoKey: any Sendable]

/// How a coder converts keys.
package enum KeyStrategy: CaseIterable, Hashable, Sendable {
  case asWritten

  /// From snake case to decode, and to snake case to encode.
  case snakeCase

  /// Functions of the app: `kind` decodes as `myKind`, and that is encoded as `kind`.
  case custom
}

extension KeyStrategy {
  /// The key that a decoder shows for a key of the document.
  package func decoded(_ key: String) -> String {
    switch self {
    case .asWritten, .snakeCase: key
    case .custom: "my" + key.prefix(1).uppercased() + key.dropFirst()
    }
  }

  /// The key that an encoder writes for a key of a type, in ASCII without several capitals in a row.
  package func encoded(_ key: String) -> String {
    switch self {
    case .asWritten: return key
    case .snakeCase:
      return key.map { $0.isUppercase ? "_" + $0.lowercased() : "\($0)" }.joined()
    case .custom:
      guard key.hasPrefix("my"), key.count > 2 else { return key }
      return key.dropFirst(2).prefix(1).lowercased() + key.dropFirst(3)
    }
  }
}

/// A key with any name.
private struct NamedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyStrategy {
  /// The strategy of a decoder.
  package var decoding: JSONDecoder.KeyDecodingStrategy {
    switch self {
    case .asWritten: .useDefaultKeys
    case .snakeCase: .convertFromSnakeCase
    case .custom: .custom { NamedKey(stringValue: decoded($0.last?.stringValue ?? "")) }
    }
  }

  /// The strategy of an encoder.
  package var encoding: JSONEncoder.KeyEncodingStrategy {
    switch self {
    case .asWritten: .useDefaultKeys
    case .snakeCase: .convertToSnakeCase
    case .custom: .custom { NamedKey(stringValue: encoded($0.last?.stringValue ?? "")) }
    }
  }
}

extension Backend {
  /// Whether the coder supports other strategies than ``KeyStrategy/asWritten``.
  package var supportsKeyStrategies: Bool {
    propertyListFormat == nil
  }

  /// Whether the decoder keeps the order of members.
  ///
  /// For other decoders Medley sorts members by key.
  package var keepsOrder: Bool { seesBytes }

  /// Keys in the order of the document, as they come from the decoder.
  package func inOrder(_ keys: [String]) -> [String] {
    keepsOrder ? keys : keys.sorted()
  }

  /// Whether the decoder sees the bytes: keeps those of unknown payloads, and knows the line of a
  /// fault and the spelling of a number.
  package var seesBytes: Bool {
    switch self {
    case .engine, .dropIn: true
    case .json, .xmlPropertyList, .binaryPropertyList: false
    }
  }

  /// Whether the decoder kept back where the fault is, if the fault is in a number.
  ///
  /// Of `1.5` as an `Int`, `JSONDecoder` says that it isn't valid JSON, without a path. Inside, a
  /// private error type of Foundation's stands for it, which the library can only wrap.
  package func losesPath(of error: any Error) -> Bool {
    switch self {
    case .json:
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      let payloadError = context.underlyingError as? PayloadError
      let cause = payloadError?.underlyingError ?? context.underlyingError
      return context.debugDescription == "The given data was not valid JSON."
        || cause.map { "\(type(of: $0))" } == "JSONError"
    case .engine, .dropIn, .xmlPropertyList, .binaryPropertyList:
      return false
    }
  }

  /// The line of the input, from 1, at which `error` places the fault; nil if it doesn't say.
  package func line(of error: any Error) -> Int? {
    switch self {
    case .engine, .dropIn: (error as? DecodingError)?.jsonError?.line
    case .json, .xmlPropertyList, .binaryPropertyList: nil
    }
  }

  /// The format of the property lists that this backend reads; nil if it reads JSON.
  var propertyListFormat: PropertyListSerialization.PropertyListFormat? {
    switch self {
    case .json, .engine, .dropIn: nil
    case .xmlPropertyList: .xml
    case .binaryPropertyList: .binary
    }
  }
}
