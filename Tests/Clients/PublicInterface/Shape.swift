// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Medley
internal import MedleyComposition

/// A public protocol whose types are registered inside.
public protocol Shape: Codable, Sendable {
  var area: Double { get }
}

public struct Circle: Shape {
  public var radius: Double
  public var area: Double { radius * radius * 3 }
}

/// A public type of named parts, and one that reads its own fields.
public struct Square: Shape {
  struct Parts: ComposedCodable {
    var edge: Edge
    var style: Style?

    static let composition = Composition(Parts.init, \.edge, \.style)
  }

  struct Edge: Codable, FieldDecodable {
    var width: Double

    init(fields: inout FieldReader) throws {
      width = try fields.decode("width")
    }
  }

  struct Style: Codable {
    var color: String
  }

  private var parts: Composed<Parts, Name>

  struct Name: Codable {
    var name: String?
  }

  public var area: Double { parts.edge.width * parts.edge.width }
  public var color: String? { parts.style?.color }
  public var name: String? { parts.extension.name }

  public init(from decoder: any Decoder) throws {
    parts = try Composed(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try parts.encode(to: encoder)
  }
}
