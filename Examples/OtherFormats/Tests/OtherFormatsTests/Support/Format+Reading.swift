import Formats
import Foundation
import Medley
import TOMLKit
import Testing
import Yams

// MARK: - Reading documents

/// A document as a tree, read by the format's own parser: neither `Codable` nor Medley is between.
extension Format {
  /// The tree that a document says.
  func tree(_ document: String) throws -> PayloadValue {
    switch self {
    case .yaml: try Self.value(#require(try Yams.load(yaml: document)))
    case .toml: try Self.value(TOMLTable(string: document))
    case .xml: try XMLTree.root(of: document)
    }
  }

  private static func value(_ any: Any) throws -> PayloadValue {
    switch any {
    case let string as String: return .string(string)
    case let boolean as Bool: return .boolean(boolean)
    case let integer as Int: return .integer(Int64(integer))
    case let unsigned as UInt64: return .unsigned(unsigned)
    case let unsigned as UInt: return .unsigned(UInt64(unsigned))
    case let double as Double: return .double(double)
    case let elements as [Any]: return .array(try elements.map(value))
    case let members as [AnyHashable: Any]:
      return .object(
        try members.map { (key: "\($0.key.base)", value: try value($0.value)) }
      )
    case is NSNull: return .null
    default: throw UnexpectedValue(description: "\(type(of: any)): \(any)")
    }
  }

  private static func value(_ table: TOMLTable) throws -> PayloadValue {
    .object(
      try table.keys.map { (key: $0, value: try value(#require(table[$0]))) }
    )
  }

  private static func value(_ toml: any TOMLValueConvertible) throws -> PayloadValue {
    if let table = toml.table { return try value(table) }
    if let array = toml.array { return .array(try array.map { try value($0) }) }
    if let string = toml.string { return .string(string) }
    if let integer = toml.int { return .integer(Int64(integer)) }
    if let double = toml.double { return .double(double) }
    if let boolean = toml.bool { return .boolean(boolean) }
    throw UnexpectedValue(description: toml.debugDescription)
  }
}

struct UnexpectedValue: Error, CustomStringConvertible {
  let description: String
}
