import Medley
import TestSupport
import Testing

/// Bases that declare their registry, so that no decoder needs one.
@Suite struct PolymorphicBaseTests {
  class View: Codable, PolymorphicBase {
    var name: String

    static let registry = PolymorphicRegistry<View>("class") { registry in
      try registry.register(Label.self, for: "label") { $0 }
      try registry.register(View.self, for: "view") { $0 }
    }
  }

  final class Label: View {
    var text: String

    private enum CodingKeys: CodingKey {
      case text
    }

    required init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(.text)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
    }
  }

  /// A subclass that only an app registers.
  final class Button: View {}

  protocol Shape: Codable, Sendable {}

  struct Circle: Shape, Equatable {
    var radius: Int
  }

  struct AnyShape: PolymorphicBase {
    let shape: any Shape

    static let registry = PolymorphicRegistry<AnyShape>("shape") { registry in
      try registry.register(
        Circle.self,
        for: "circle",
        as: { AnyShape(shape: $0) },
        from: { $0.shape as? Circle }
      )
    }
  }

  enum Item: PolymorphicEnum, Equatable {
    case circle(Circle)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("shape") { registry in
      try registry.register(for: "circle", as: Item.circle)
    }
  }

  /// A base whose registry is replaced by an installed one.
  class Installed: Codable, PolymorphicBase {
    static let registry = PolymorphicRegistry<Installed>("declared") { registry in
      try registry.register(Installed.self, for: "a") { $0 }
    }
  }

  struct Screen: Codable {
    @PolymorphicArray var views: [View]
    @PolymorphicValue var title: View?
  }

  static let json = """
    {"views":[{"class":"label","name":"l","text":"t"},{"class":"view","name":"v"},\
    {"class":"button","name":"b"}],"title":{"class":"view","name":"w"}}
    """

  @Test(arguments: Backend.allCases)
  func `a class decodes and encodes with the registry that it declares`(
    _ backend: Backend
  ) throws {
    let screen = try backend.decode(Screen.self, from: Self.json)
    #expect(screen.views.map(\.name) == ["l", "v"])
    #expect((screen.views.first as? Label)?.text == "t")
    #expect(screen.$views.unknown.map(\.tag) == ["button"])
    #expect(screen.title?.name == "w")
    #expect(try backend.encode(screen) == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `a registry in userInfo comes first`(_ backend: Backend) throws {
    let extended = try View.registry.registering(Button.self, for: "button") { $0 }
    let screen = try backend.decode(Screen.self, from: Self.json, with: extended)
    #expect(screen.views.map(\.name) == ["l", "v", "b"])
    #expect(screen.views.last is Button)
    #expect(try backend.encode(screen, with: extended) == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `a struct around a protocol decodes with the registry that it declares`(
    _ backend: Backend
  ) throws {
    let json = #"[{"shape":"circle","radius":1},{"shape":"square"}]"#
    let shapes = try backend.decode([Polymorphic<AnyShape>].self, from: json)
    #expect(shapes.known.map { $0.shape as? Circle } == [Circle(radius: 1)])
    #expect(try backend.encode(shapes) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an enum declares its registry for wrappers as well`(_ backend: Backend) throws {
    let json = #"[{"shape":"circle","radius":1},{"shape":"square"}]"#
    let items = try backend.decode([Polymorphic<Item>].self, from: json)
    #expect(items.known == [.circle(Circle(radius: 1))])
    #expect(items.unknown.map(\.tag) == ["square"])
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  @Test func `an installed registry comes before the declared one`() throws {
    let other = PolymorphicRegistry<Installed>("installed") { registry in
      try registry.register(Installed.self, for: "b") { $0 }
    }
    try other.install()
    let json = #"[{"installed":"b"}]"#
    let elements = try Backend.json.decode([Polymorphic<Installed>].self, from: json)
    #expect(elements.known.count == 1)
    #expect(PolymorphicRegistry<Installed>.installed?.tags == ["b"])
  }

  @Test func `the declared registry is the installed one`() throws {
    #expect(PolymorphicRegistry<View>.installed?.tags == ["label", "view"])
    let error = try #require(throws: RegistrationError.self) { try View.registry.install() }
    #expect(error.code == .installedTooLate)
  }

  @Test(arguments: Backend.allCases)
  func `a subclass that inherits a registry is told so`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Polymorphic<Button>].self, from: #"[{"class":"view","name":"v"}]"#)
    }
    #expect(error.place == "[0]")
    let cause = try #require(error.details?.underlyingError as? RegistrationError)
    #expect(cause.code == .missingRegistry)
    #expect(cause.description.contains("inherits is for View: use Polymorphic<View>"))
  }

  @Test func `a class without a registry is advised to declare one`() throws {
    class Bare: Codable {}
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode([Polymorphic<Bare>].self, from: "[{}]")
    }
    let cause = try #require(error.details?.underlyingError as? RegistrationError)
    #expect(cause.description.contains("or conform Bare to PolymorphicBase"))
  }
}
