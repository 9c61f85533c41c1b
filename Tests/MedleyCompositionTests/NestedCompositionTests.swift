import Medley
import MedleyComposition
import TestSupport
import Testing

/// Compositions in compositions, which share one object.
@Suite struct NestedCompositionTests {
  struct Head: Codable, Hashable {
    var title: String
  }

  struct Tail: Codable, Hashable {
    var size: Int?
  }

  struct Film: Codable, Hashable {
    var title: String
    var minutes: Int?
  }

  /// An enum with `from:` for every case.
  enum Direct: PolymorphicEnum, Hashable {
    case film(Film)
    case trailer(Film)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Direct>("type") { registry in
      try registry.register(
        for: "FILM",
        as: Direct.film,
        from: { if case .film(let film) = $0 { film } else { nil } }
      )
      try registry.register(
        for: "TRAILER",
        as: Direct.trailer,
        from: { if case .trailer(let film) = $0 { film } else { nil } }
      )
    }

    var unknownPayload: UnknownPayload? {
      if case .unknown(let payload) = self { payload } else { nil }
    }
  }

  /// A composition by name, with an element that may be unknown.
  struct Middle: ComposedCodable {
    var tail: Tail
    var element: Direct
    static let composition = Composition(Middle.init, \.tail, \.element)
  }

  @Test(arguments: Backend.allCases)
  func `an unknown element in a composition in a composition yields to both`(
    _ backend: Backend
  ) throws {
    let json = #"[{"title":"a","size":1,"type":"OPERA","acts":3}]"#
    var values = try backend.decode([Composed<Middle, Head>].self, from: json)
    #expect(try backend.encode(values) == JSONTree(parsing: json))
    values[0].extension.title = "b"
    values[0].base.tail.size = nil
    #expect(
      try backend.encode(values) == JSONTree(parsing: #"[{"title":"b","type":"OPERA","acts":3}]"#)
    )
  }
}
