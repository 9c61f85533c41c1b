// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Medley

/// A public class with subclasses, which are registered inside.
open class View: Codable {
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
