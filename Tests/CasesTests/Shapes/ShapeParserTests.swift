import MedleyComposition
import TestSupport
import Testing

@Suite struct ShapeParserTests {
  @Test(arguments: [
    ("lossy [@Media]?", CaseShape.lossy(.optional(.list(.element(base: "Media"))))),
    ("[open Genre?]", .list(.optional(.openEnum("Genre")))),
    ("lossy int = 5", .defaulted(.lossy(.int), to: 5)),
    (
      "{open Genre: [string]}",
      .dictionary(key: .openEnum("Genre"), value: .list(.string))
    ),
    ("field [string]", .field(.list(.string))),
    ("lossless int?", .optional(.lossless(.int))),
    ("wrapper @Media", .wrapper(.element(base: "Media"))),
    (
      "Envelope & @Media & lossy [flag]",
      .composed([.named("Envelope"), .element(base: "Media"), .lossy(.list(.flag))])
    ),
    ("lossyThing", .named("lossyThing")),
    (
      "{string:{string:[[Page?]]}}",
      .dictionary(
        key: .string,
        value: .dictionary(
          key: .string,
          value: .list(.list(.optional(.named("Page"))))
        )
      )
    ),
  ])
  func `reads every shape`(_ text: String, _ shape: CaseShape) throws {
    #expect(try CaseShape(parsing: text) == shape)
  }

  @Test(arguments: ["", "[int", "int]", "{string}", "@", "int = ", "lossy", "A &", "int string"])
  func `refuses texts that aren't shapes`(_ text: String) {
    #expect(throws: CaseProblem.self) { try CaseShape(parsing: text) }
  }

  @Test(arguments: [
    ("[[int]?]", "Array<Optional<Array<Int>>>"),
    ("{string: lossy [string]}", "Dictionary<String, Lossy<Array<String>>>"),
    ("lossy {string: [Movie]}", "Lossy<Dictionary<String, Array<Movie>>>"),
    ("@Item", "Item"),
    ("[open Genre?]", "Array<Optional<OpenEnum<Genre>>>"),
    ("{open Stars: [Stock]}", "Dictionary<OpenEnum<Stars>, Array<Stock>>"),
    ("Envelope & Movie & @Item", "Composed<Composed<Envelope, Movie>, Item>"),
    ("[StoredMovie]", "Array<Composed<MediaCommon, MovieDetails>>"),
    ("[lossless [int?]]", "Array<Lossless<Array<Optional<Int>>>>"),
    ("{string: field [flag]}", "Dictionary<String, FieldValue<Array<LenientBool>>>"),
    ("lossy field lossless int", "Lossy<FieldValue<Lossless<Int>>>"),
  ])
  func `makes types for nested shapes`(_ text: String, _ name: String) throws {
    let resolver = ShapeResolver(bases: try CaseBases(registered: []), described: [])
    #expect("\(try resolver.type(of: CaseShape(parsing: text)))" == name)
  }
}
