import Medley
import MedleyTesting
import TestSupport
import Testing

/// A case with an optional payload and a value couldn't be encoded without `from:`.
@Suite struct OptionalPayloadTests {
  enum Sample: PolymorphicEnum, Hashable {
    case beat(Int?)
    case tempo(Int)
    case nested(Int??)
    case film(film: EnumSamples.Film?)
    case novel(EnumSamples.Novel?)
    case found(Int?)
    case list([Int?]?)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Sample>(.adjacent(tag: "t", content: "d")) {
      try $0.register(for: "beat", as: Sample.beat)
      try $0.register(for: "tempo", as: Sample.tempo)
      try $0.register(for: "nested", as: Sample.nested)
      try $0.register(for: "film", as: Sample.film)
      // The payload may also be what is in the optional.
      try $0.register(EnumSamples.Novel.self, for: "novel", as: { .novel($0) })
      try $0.register(
        for: "found",
        as: Sample.found,
        from: { if case .found(let number) = $0 { number } else { nil } }
      )
      try $0.register(for: "list", as: Sample.list)
    }
  }

  @Test(
    arguments: Backend.allCases,
    [
      (Sample.beat(4), #"{"t":"beat","d":4}"#),
      (.tempo(4), #"{"t":"tempo","d":4}"#),
      (.nested(4), #"{"t":"nested","d":4}"#),
      (.film(film: .init(title: "Ran")), #"{"t":"film","d":{"title":"Ran"}}"#),
      (.novel(.init(title: "Momo")), #"{"t":"novel","d":{"title":"Momo"}}"#),
      (.found(4), #"{"t":"found","d":4}"#),
      (.list([4]), #"{"t":"list","d":[4]}"#),
    ]
  )
  func `encodes an optional payload as its value`(
    _ backend: Backend,
    _ sample: (value: Sample, json: String)
  ) throws {
    #expect(try backend.encode([sample.value]) == JSONTree(parsing: "[\(sample.json)]"))
    #expect(try backend.roundTrip([sample.value]) == [sample.value])
    try Sample.registry.validate(samples: [sample.value])
  }

  @Test(
    arguments: Backend.allJSON,
    [
      (Sample.beat(nil), #"{"t":"beat","d":null}"#),
      (.nested(nil), #"{"t":"nested","d":null}"#),
      (.film(film: nil), #"{"t":"film","d":null}"#),
      (.found(nil), #"{"t":"found","d":null}"#),
      (.list(nil), #"{"t":"list","d":null}"#),
      (.list([nil, 4]), #"{"t":"list","d":[null,4]}"#),
    ]
  )
  func `encodes a nil payload as null`(
    _ backend: Backend,
    _ sample: (value: Sample, json: String)
  ) throws {
    #expect(try backend.encode([sample.value]) == JSONTree(parsing: "[\(sample.json)]"))
    #expect(try backend.roundTrip([sample.value]) == [sample.value])
  }

  @Test func `the type in an optional payload has to be registered`() throws {
    let error = try #require(throws: EncodingError.self) {
      try Backend.json.encode([Sample.novel(nil)])
    }
    #expect(error.cause?.code == .unregisteredType)
  }

  /// A case with an existential payload.
  enum Holder: PolymorphicEnum {
    case one(any Media)
    case perhaps((any Media)?)

    static let registry = PolymorphicRegistry<Holder>("type") {
      try $0.register(Movie.self, for: "ONE", as: { .one($0) })
      try $0.register(Movie.self, for: "PERHAPS", as: { .perhaps($0) })
      try $0.register(Book.self, for: "BOOK", as: { .perhaps($0) })
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes an existential payload as its value`(_ backend: Backend) throws {
    let holders: [Holder] = [
      .one(Movie(title: "a")), .perhaps(Movie(title: "b")), .perhaps(Book(title: "c")),
    ]
    #expect(
      try backend.encode(holders)
        == JSONTree(
          parsing: """
            [{"type":"ONE","title":"a"},{"type":"PERHAPS","title":"b"},{"type":"BOOK","title":"c"}]
            """
        )
    )
  }
}
