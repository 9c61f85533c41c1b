import Medley
import TestSupport

/// Models of notebooks, animations, Notion's pages and JSON:API documents.
enum DocumentParts {
  struct Code: Part {
    var source: [String]
    var outputs: [PayloadValue]
    var executionCount: Int?

    private enum CodingKeys: String, CodingKey {
      case source, outputs
      case executionCount = "execution_count"
    }
  }

  struct Heading: Part {
    var level: Int
    var source: [String]
  }

  static let cells = ElementSite(
    family: "jupyter",
    name: "cell",
    discriminator: "cell_type",
    models: [
      ElementSite.Model(label: "code", tag: "code", type: Code.self),
      ElementSite.Model(label: "heading", tag: "heading", type: Heading.self),
    ],
    find: ElementSite.tagged(by: "cell_type")
  )

  struct Stream: Part {
    var name: String
    var text: [String]
  }

  struct Failure: Part {
    var ename: String
    var evalue: String
    var traceback: [String]
  }

  static let outputs = ElementSite(
    family: "jupyter",
    name: "output",
    discriminator: "output_type",
    models: [
      ElementSite.Model(label: "stream", tag: "stream", type: Stream.self),
      ElementSite.Model(label: "error", tag: "error", type: Failure.self),
    ],
    find: ElementSite.tagged(by: "output_type")
  )

  struct Layer: Part {
    var nm: String
    var ip: Double
    var op: Double
    var ks: PayloadValue
  }

  struct Group: Part {
    var nm: String?
    var it: [Polymorphic<any Part>]
  }

  struct Fill: Part {
    struct Color: Part {
      var k: [Double]
    }

    var c: Color
    var hd: Bool?
  }

  private static let lottieModels = [
    ElementSite.Model(label: "int:4", tag: 4, type: Layer.self),
    ElementSite.Model(label: "str:gr", tag: "gr", type: Group.self),
    ElementSite.Model(label: "str:fl", tag: "fl", type: Fill.self),
  ]

  static let animations = ["layers", "shapes", "it"].map { name in
    ElementSite(
      family: "lottie",
      name: name,
      discriminator: "ty",
      models: lottieModels,
      find: { place, around in
        guard around.key == name, let tag = place["ty"]?.scalar else { return nil }
        if let string = tag.string {
          return ElementSite.Found(label: "str:\(string)", tag: .string(string))
        }
        return tag.number?.int64.map {
          ElementSite.Found(label: "int:\($0)", tag: .integer($0))
        }
      }
    )
  }

  struct User: Part {
    var id: String
    var name: String?
    var avatar: String?

    private enum CodingKeys: String, CodingKey {
      case id, name
      case avatar = "avatar_url"
    }
  }

  struct Page: Part {
    var id: String
    var parent: PayloadValue
    var url: String
  }

  static let notionObjects = ElementSite(
    family: "notion",
    name: "object",
    discriminator: "object",
    models: [
      ElementSite.Model(label: "user", tag: "user", type: User.self),
      ElementSite.Model(label: "page", tag: "page", type: Page.self),
    ],
    find: ElementSite.tagged(by: "object")
  )

  struct RichText: Part {
    var content: String
  }

  struct Person: Part {
    var email: String?
  }

  static let notionTypes = ElementSite(
    family: "notion",
    name: "type",
    discriminator: .adjacent(tag: "type"),
    models: [
      ElementSite.Model(label: "text", tag: "text", type: RichText.self),
      ElementSite.Model(label: "person", tag: "person", type: Person.self),
      ElementSite.Model(label: "multi_select", tag: "multi_select", type: RichText.self),
    ],
    find: { place, _ in
      guard let tag = place["type"]?.scalar?.string else { return nil }
      return ElementSite.Found(label: tag, tag: .string(tag), payload: .member(tag))
    }
  )

  struct Article: Part {
    var id: String
    var attributes: [String: PayloadValue]
    var relationships: [String: PayloadValue]?
  }

  struct Link: Part {
    var id: String
  }

  static let resources = ElementSite(
    family: "jsonapi",
    name: "resource",
    discriminator: "type",
    models: [
      ElementSite.Model(label: "article", tag: "article", type: Article.self),
      ElementSite.Model(label: "people", tag: "people", type: Link.self),
    ],
    find: ElementSite.tagged(by: "type")
  )
}
