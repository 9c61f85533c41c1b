import Medley

/// Models of nodes of a syntax tree, and of Stripe's objects.
enum SourceParts {
  struct Place: Part {
    var line: Int
    var column: Int
  }

  struct Span: Part {
    var start: Place
    var end: Place
  }

  struct Identifier: Part {
    var start: Int
    var end: Int
    var loc: Span
    var name: String
  }

  struct Program: Part {
    var sourceType: String
    var body: [Polymorphic<any Part>]
    var interpreter: Polymorphic<any Part>?
  }

  struct Expression: Part {
    var expression: Polymorphic<any Part>
  }

  /// Literals of `null` and of patterns have a value of another kind.
  struct NumericLiteral: Part {
    var value: UInt16
  }

  static let nodes = ElementSite(
    family: "babel-estree",
    name: "node",
    discriminator: "type",
    models: [
      ElementSite.Model(label: "Identifier", tag: "Identifier", type: Identifier.self),
      ElementSite.Model(label: "Program", tag: "Program", type: Program.self),
      ElementSite.Model(
        label: "ExpressionStatement",
        tag: "ExpressionStatement",
        type: Expression.self
      ),
      ElementSite.Model(label: "NumericLiteral", tag: "NumericLiteral", type: NumericLiteral.self),
    ],
    find: ElementSite.tagged(by: "type")
  )

  struct List: Part {
    var url: String
    var hasMore: Bool
    var data: [PayloadValue]

    private enum CodingKeys: String, CodingKey {
      case url, data
      case hasMore = "has_more"
    }
  }

  /// Deleted accounts and references have fewer members.
  struct Account: Part {
    var id: String
    var created: Int
    var email: String?
  }

  struct FileLink: Part {
    var id: String
    var created: Int64
    var expiry: Int?
    var livemode: Bool

    private enum CodingKeys: String, CodingKey {
      case id, created, livemode
      case expiry = "expires_at"
    }
  }

  static let objects = ElementSite(
    family: "stripe",
    name: "object",
    discriminator: "object",
    models: [
      ElementSite.Model(label: "list", tag: "list", type: List.self),
      ElementSite.Model(label: "account", tag: "account", type: Account.self),
      ElementSite.Model(label: "file_link", tag: "file_link", type: FileLink.self),
    ],
    find: ElementSite.tagged(by: "object")
  )
}
