// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Medley

/// Declares that views have a registry, without a word of it in the interface.
protocol ViewRegistry: PolymorphicBase {}

/// A public class with subclasses, which are registered inside.
open class View: Codable, ViewRegistry {
  public var name: String

  static let registry = PolymorphicRegistry<View>("class") { registry in
    try registry.register(Label.self, for: "label") { $0 }
    try registry.register(View.self, for: "view") { $0 }
  }
}

public final class Label: View {
  public var text: String

  enum CodingKeys: CodingKey {
    case text
  }

  public required init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: CodingKeys.self).decode(.text)
    try super.init(from: decoder)
  }
}

/// A public type whose views decode with every decoder.
public struct Screen: Decodable {
  private var elements: [Polymorphic<View>]

  enum CodingKeys: String, CodingKey {
    case elements = "views"
  }

  public var views: [View] { elements.known }
}
