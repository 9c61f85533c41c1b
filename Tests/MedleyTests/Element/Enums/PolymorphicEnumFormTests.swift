import Medley
import TestSupport
import Testing

/// An enum in each wire form.
@Suite struct PolymorphicEnumFormTests {
  @Test(arguments: Backend.allCases, EnumForm.all)
  func `decodes and encodes in every wire form`(_ backend: Backend, _ form: EnumForm) throws {
    try form.check(backend)
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes a deduced enum without a tag`(_ backend: Backend) throws {
    let json = #"[{"title":"Ran","minutes":162},{"count":4},{"title":"Momo","pages":304}]"#
    let items = try backend.decode([Deduced].self, from: json)
    #expect(items == [.film("Ran"), .wheels(4), .book("Momo")])
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }
}

// MARK: - Declaring forms

/// An enum with one wire form, and a feed.
struct EnumForm: Sendable {
  let name: String
  let check: @Sendable (Backend) throws -> Void

  /// Creates a sample of an enum; `json` has a film, an advert and an unknown element.
  init<Item: EnumInForm>(_ type: Item.Type, _ json: String) {
    name = "\(Item.self)"
    check = { backend in
      let items = try backend.decode([Item].self, from: json)
      #expect(items.prefix(2) == [.film(.init(title: "Ran")), .advert])
      #expect(items.count == 3)
      #expect(items.last?.unknownPayload?.reason == .unregistered)
      #expect(try backend.encode(items) == JSONTree(parsing: json))
      #expect(try backend.roundTrip(items) == items)
    }
  }

  static let all = [
    EnumForm(InKey.self, #"[{"type":"FILM","title":"Ran"},{"type":"AD"},{"type":"X","a":1}]"#),
    EnumForm(
      InPath.self,
      """
      [{"meta":{"kind":"FILM"},"title":"Ran"},{"meta":{"kind":"AD"}},{"meta":{"kind":"X","a":1}}]
      """
    ),
    EnumForm(
      InAdjacent.self,
      """
      [{"type":"FILM","data":{"title":"Ran"}},{"type":"AD","data":{}},{"type":"X","data":[1]}]
      """
    ),
    EnumForm(
      InNamedContent.self,
      #"[{"type":"FILM","FILM":{"title":"Ran"}},{"type":"AD","AD":{}},{"type":"X","X":[1]}]"#
    ),
    EnumForm(InExternal.self, #"[{"FILM":{"title":"Ran"}},{"AD":{}},{"X":[1]}]"#),
    EnumForm(InWrapperArray.self, #"[["FILM",{"title":"Ran"}],["AD",{}],["X",[1]]]"#),
    EnumForm(
      InCompound.self,
      """
      [{"v":1,"kind":"film","title":"Ran"},{"v":1,"kind":"ad"},{"v":2,"kind":"film","a":1}]
      """
    ),
    EnumForm(
      InAlternatives.self,
      #"[{"type":"FILM","title":"Ran"},{"type":"AD"},{"X":{"a":1}}]"#
    ),
  ]
}

extension EnumForm: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// An enum that differs from the others only in its wire form.
protocol EnumInForm: PolymorphicEnum, Hashable, SendableMetatype {
  static func film(_ film: EnumSamples.Film) -> Self
  static var advert: Self { get }
}

extension EnumInForm {
  fileprivate static func filled(
    _ discriminator: Discriminator,
    _ filmTag: TypeTag = "FILM",
    _ advertTag: TypeTag = "AD"
  ) -> PolymorphicRegistry<Self> {
    PolymorphicRegistry(discriminator) { registry in
      try registry.register(for: filmTag, as: { film($0) })
      try registry.register(
        EnumSamples.Advert.self,
        for: advertTag,
        as: { _ in advert },
        from: { $0 == advert ? EnumSamples.Advert() : nil }
      )
    }
  }
}

private enum InKey: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InKey> = filled("type")
}

private enum InPath: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InPath> = filled(.path("meta", "kind"))
}

private enum InAdjacent: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InAdjacent> = filled(
    .adjacent(tag: "type", content: "data")
  )
}

private enum InNamedContent: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InNamedContent> = filled(.adjacent(tag: "type"))
}

private enum InExternal: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InExternal> = filled(.external)
}

private enum InWrapperArray: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InWrapperArray> = filled(.wrapperArray)
}

private enum InCompound: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InCompound> = filled(
    .compound("v", "kind"),
    [1, "film"],
    [1, "ad"]
  )
}

private enum InAlternatives: EnumInForm {
  case film(EnumSamples.Film)
  case advert
  case unknown(UnknownPayload)

  static let registry: PolymorphicRegistry<InAlternatives> = filled(.key("type").or(.external))
}

private enum Deduced: PolymorphicEnum, Equatable {
  struct Film: Codable {
    var title: String
    var minutes: Int
  }

  struct Book: Codable {
    var title: String
    var pages: Int
  }

  case film(String)
  case book(String)
  case wheels(Int)

  static let registry = PolymorphicRegistry<Deduced>(.deduced) { registry in
    try registry.register(
      Film.self,
      for: "FILM",
      as: { .film($0.title) },
      from: { if case .film(let title) = $0 { Film(title: title, minutes: 162) } else { nil } }
    )
    try registry.register(
      Book.self,
      for: "BOOK",
      as: { .book($0.title) },
      from: { if case .book(let title) = $0 { Book(title: title, pages: 304) } else { nil } }
    )
    try registry.register(
      EnumSamples.Wheels.self,
      for: "WHEELS",
      as: { .wheels($0.count) },
      from: { if case .wheels(let count) = $0 { .init(count: count) } else { nil } }
    )
  }
}
