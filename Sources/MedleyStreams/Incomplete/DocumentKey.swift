import MedleyEngine
import MedleyJSON

/// A key of a path in a document: the name of a member, or an index.
///
/// ```swift
/// partial.state(of: "items", 3, "title")
/// ```
public struct DocumentKey: Hashable, Sendable {
  enum Kind: Hashable {
    case name(String)
    case index(Int)
  }

  let kind: Kind

  /// Creates the key of a member, as it is written.
  public static func name(_ name: String) -> DocumentKey { DocumentKey(kind: .name(name)) }

  /// Creates the index of an element.
  public static func index(_ index: Int) -> DocumentKey { DocumentKey(kind: .index(index)) }
}

extension DocumentKey: ExpressibleByStringLiteral {
  /// Creates the key of a member, as it is written.
  public init(stringLiteral name: String) { self = .name(name) }
}

extension DocumentKey: ExpressibleByIntegerLiteral {
  /// Creates the index of an element.
  public init(integerLiteral index: Int) { self = .index(index) }
}

extension DocumentKey {
  /// The key in paths of errors.
  var pathKey: any CodingKey {
    switch kind {
    case .name(let name): PathKeys.name(name)
    case .index(let index): PathKeys.index(index)
    }
  }
}
