// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Foundation
internal import Medley
internal import MedleyFoundation
internal import MedleyJSON
internal import MedleyResilience

/// What the library offers: no word of Medley in it.
public enum Library {
  /// A page, and a line for each part of it that is missing.
  public static func page(from json: String) throws -> (page: Page, issues: [String]) {
    let (page, report) = try DecodingReport.collecting {
      try PolymorphicJSONDecoder().decode(Page.self, from: json)
    }
    return (page, report.issues.map { "\($0)" })
  }

  /// The blocks that could be decoded.
  public static func blocks(from json: String) throws -> [Block] {
    try JSONDecoder().decodeLossy([Block].self, from: Data(json.utf8)).0
  }

  /// The shapes of a drawing.
  public static func shapes(from json: String) throws -> [any Shape] {
    let decoder = JSONDecoder()
    decoder.userInfo.register(shapes)
    return try decoder.decode([Polymorphic<any Shape>].self, from: Data(json.utf8)).known
  }

  /// The views of a screen.
  public static func views(from json: String) throws -> [View] {
    try PolymorphicJSONDecoder().decode([Polymorphic<View>].self, from: json).known
  }

  private static let shapes = PolymorphicRegistry<any Shape>(
    "shape",
    ["circle": Circle.self, "square": Square.self]
  )
}
