import Medley
import MedleyResilience
import MedleyTesting
import TestSupport
import Testing

/// Enums without an unknown case, and with unregistered cases.
@Suite struct PolymorphicEnumErrorTests {
  typealias Closed = EnumSamples.Closed
  typealias Forgetful = EnumSamples.Forgetful
  typealias Item = EnumSamples.Item

  // MARK: - Without a case for what isn't known

  @Test(arguments: Backend.allCases)
  func `an enum without an unknown case decodes registered tags`(_ backend: Backend) throws {
    let json = #"[{"type":"NOVEL","title":"Momo"},{"type":"FILM","title":"Ran"}]"#
    let items = try backend.decode([Closed].self, from: json)
    #expect(items == [.novel(.init(title: "Momo")), .film(.init(title: "Ran"))])
    #expect(items.allSatisfy { $0.unknownPayload == nil })
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      (
        #"[{"type":"FLIM"}]"#, DecodingError.Kind.dataCorrupted,
        Optional(DiscriminatorError.Code.unknownTag), "[0].type", "Did you mean \"FILM\"?"
      ),
      (#"[{"title":"Ran"}]"#, .keyNotFound, .missingTag, "[0].type", "\"FILM\", \"NOVEL\""),
      (#"[{"type":{"a":1}}]"#, .typeMismatch, .wrongKindTag, "[0].type", "\"FILM\", \"NOVEL\""),
      (#"[{"type":"FILM","title":7}]"#, .typeMismatch, nil, "[0].title", ""),
    ]
  )
  func `an enum without an unknown case fails like a strict registry`(
    _ backend: Backend,
    _ sample: (
      json: String, kind: DecodingError.Kind, code: DiscriminatorError.Code?, place: String,
      text: String
    )
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Closed].self, from: sample.json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.cause?.code == sample.code)
    #expect(error.place == sample.place)
    #expect(sample.text.isEmpty || error.details?.debugDescription.contains(sample.text) == true)
  }

  @Test(arguments: Backend.allCases)
  func `a lossy collection drops an element without a case and reports it once`(
    _ backend: Backend
  ) throws {
    let json = #"[{"type":"GAME"},{"type":"FILM"},{},{"type":"FILM","title":"Ran"}]"#
    let (items, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Closed]>.self, from: json)
    }
    #expect(items.wrappedValue == [.film(.init(title: "Ran"))])
    #expect(report.issues.map(\.codingPath.place) == ["[0].type", "[1].title", "[2].type"])
    #expect(report.issues.allSatisfy { $0.action == .dropped })
    #expect(report.unknownTags == ["GAME": 1])
  }

  @Test func `requesting the unknown case throws only if the enum has none`() throws {
    let items = try Backend.json.decode([Item].self, from: #"[{"type":"GAME"}]"#)
    let payload = try #require(items.first?.unknownPayload)
    let error = try #require(throws: DiscriminatorError.self) { try Closed.unknown(payload) }
    #expect(error.code == .missingCase)
    #expect(error.description.hasPrefix("Closed has no case for unknown payloads. Add case"))
    do throws(Closed.UnknownFailure) {
      _ = try Closed.unknown(payload)
      Issue.record("There is no such case")
    } catch {
      #expect(error.tag == "GAME")
    }
    let item: Item = .unknown(payload)  // needs no try
    #expect(item.unknownPayload == payload)
    #expect(Item.UnknownFailure.self == Never.self)
  }

  // MARK: - Without a registration

  @Test(
    arguments: Backend.allCases,
    [
      (Forgetful.novel(.init(title: "Momo")), "novel"),
      (.trailer(.init(title: "Ran")), "trailer"),
      (.advert, "advert"),
    ]
  )
  func `encoding an unregistered case is an error that names it`(
    _ backend: Backend,
    _ sample: (item: Forgetful, name: String)
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Forgetful.film(.init(title: "Ran")), sample.item])
    }
    #expect(error.place == "[1]")
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.knownTags == ["FILM"])
    let text = try #require(error.cause?.description)
    #expect(text.contains("The case \(sample.name) of Forgetful isn't registered"))
    #expect(text.contains("registry.register(for: ..., as: Forgetful.\(sample.name), from: ...)"))
  }

  @Test(arguments: Backend.allCases)
  func `finds a case with an optional payload by reflection`(
    _ backend: Backend
  ) throws {
    let json = #"[{"type":"FILM","title":"Ran"}]"#
    let items = try backend.decode([Loose].self, from: json)
    let written = try backend.encode(items)
    #expect(try written == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `never encodes an unregistered case as the unknown one`(_ backend: Backend) throws {
    let items = try backend.decode([Loose].self, from: #"[{"type":"GAME"}]"#)
    let payload = try #require(items.first?.unknownPayload)
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Loose.later(payload)])
    }
    #expect(error.cause?.code == .unregisteredType)
  }

  // MARK: - Validating

  @Test func `validates a registry with a sample of each case`() throws {
    let film = EnumSamples.Film(title: "Ran", minutes: 162)
    let samples: [Item] = [
      .film(film), .trailer(film), .novel(item: .init(title: "Momo")), .advert,
      .boxed(.init(content: [.advert, .film(film)])),
    ]
    try Item.registry.validate()
    try Item.registry.validate(samples: samples)
    try EnumSamples.Direct.registry.validate(samples: [.film(film), .trailer(film)])
    try EnumSamples.Exhibit.registry.validate(samples: [.item(.advert), .wheels(.init(count: 4))])
  }

  @Test func `reports a sample of an unregistered case`() throws {
    try Forgetful.registry.validate()
    try Forgetful.registry.validate(samples: [.film(.init(title: "Ran"))])
    let error = try #require(throws: RegistrationError.self) {
      try Forgetful.registry.validate(samples: [.film(.init(title: "Ran")), .advert])
    }
    #expect(error.code == .unregisteredCase)
    #expect(error.description.contains("advert"))
  }

  @Test func `reports an enum with a raw type`() throws {
    let error = try #require(throws: RegistrationError.self) { try RawTyped.registry.validate() }
    #expect(error.code == .rawType)
    #expect(error.description.contains("RawTyped"))
    #expect(RawTyped.registry.problems.map(\.code).contains(.rawType))
    #expect(throws: RegistrationError.self) { try RawTyped.registry.validate(samples: []) }
    #expect(Item.registry.problems.isEmpty)
  }

  @Test func `reports a sample that decodes to another case`() throws {
    #expect(throws: (any Error).self) {
      try Swapped.registry.validate(samples: [.film(.init(title: "Ran"))])
    }
  }
}

/// One that doesn't compile without `unknownPayload`, whose default is refused here.
private enum RawTyped: String, PolymorphicEnum {
  case advert

  var unknownPayload: UnknownPayload? { nil }

  static let registry = PolymorphicRegistry<RawTyped>("type") { registry in
    try registry.register(
      EnumSamples.Advert.self,
      for: "AD",
      as: { _ in .advert },
      from: { _ in EnumSamples.Advert() }
    )
  }
}

/// An enum with payloads that reflection may confuse.
private enum Loose: PolymorphicEnum {
  case film(EnumSamples.Film?)
  case later(UnknownPayload)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Loose>("type") { registry in
    try registry.register(EnumSamples.Film.self, for: "FILM", as: { .film($0) })
  }
}

/// An enum whose `from:` matches the wrong case.
private enum Swapped: PolymorphicEnum {
  case film(EnumSamples.Film)
  case trailer(EnumSamples.Film)

  static let registry = PolymorphicRegistry<Swapped>("type") { registry in
    try registry.register(
      for: "FILM",
      as: Swapped.film,
      from: { if case .trailer(let film) = $0 { film } else { nil } }
    )
    try registry.register(
      for: "TRAILER",
      as: Swapped.trailer,
      from: { if case .film(let film) = $0 { film } else { nil } }
    )
  }
}
