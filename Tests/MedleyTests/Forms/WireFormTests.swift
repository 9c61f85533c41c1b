import Medley
import MedleyTesting
import TestSupport
import Testing

/// Behaviour that all wire forms share, on every decoder.
@Suite struct WireFormTests {
  @Test(arguments: Backend.allCases, FormSample.all)
  func `decodes the registered type wherever the tag stands`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let feed = try backend.feed("[\(form.movies.joined(separator: ","))]", form.registry)
    let movie = Polymorphic<any Media>.known(Movie(title: "Heat", minutes: 170))
    #expect(feed == form.movies.map { _ in movie })
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `encodes the tag once`(_ backend: Backend, _ form: FormSample) throws {
    let feed = [Polymorphic<any Media>.known(Movie(title: "Heat", minutes: 170))]
    let written = try backend.encode(feed, with: form.registry)
    #expect(try written == JSONTree(parsing: "[\(form.written)]"))
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `a round trip gives an equal value`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let unknown = try backend.feed("[\(form.unknown)]", form.registry)
    let feed: [Polymorphic<any Media>] =
      unknown + [.known(Book(title: "Emma", pages: nil)), .known(Movie(title: "", minutes: -1))]
    #expect(try backend.roundTrip(feed, with: form.registry) == feed)
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `an assumed tag that isn't written comes back`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    var registry = try form.registry
    registry.policies.missing = .assume(form.movieTag)
    registry.tagWriting = .unlessAssumed
    let feed: [Polymorphic<any Media>] = [
      .known(Movie(title: "Heat", minutes: 170)), .known(Book(title: "Emma", pages: 1)),
    ]
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `a payload that is a scalar comes back, or isn't encoded`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let registry = try PolymorphicRegistry<Int>(form.discriminator)
      .registering(Int.self, for: form.movieTag)
    do {
      let feed = [Polymorphic<Int>.known(5)]
      #expect(try backend.roundTrip(feed, with: registry) == feed)
    } catch let error as EncodingError {
      // The tag is among the members of the payload, which has none.
      #expect(form.discriminator.isAmongMembers, "\(error)")
    }
  }

  @Test(arguments: FormSample.all)
  func `a tag that the form can't carry is a mistake`(_ form: FormSample) throws {
    let tag: TypeTag = if case .compound = form.movieTag { "PODCAST" } else { [1, "Podcast"] }
    #expect(throws: RegistrationError.self) {
      try form.registry.registering(Podcast.self, for: tag).validate()
    }
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `keeps an element with an unknown tag and encodes it unchanged`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let json = "[\(form.unknown)]"
    let feed = try backend.feed(json, form.registry)
    let payload = try #require(feed.unknown.first)
    #expect(payload.tag == form.unknownTag)
    #expect(payload.reason == .unregistered)
    #expect(try backend.encode(feed, with: form.registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `an unknown tag is an error at the tag unless the policy keeps it`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    var registry = try form.registry
    registry.policies.unknown = .throw
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(form.unknown)]", registry)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.place == form.tagPlace)
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == form.unknownTag)
    #expect(error.cause?.knownTags == [form.movieTag, form.bookTag])
    let description = try #require(error.details?.debugDescription)
    let cause = try #require(error.cause?.fact)
    // Medley's own decoder appends the location.
    #expect(
      backend.seesBytes
        ? description.hasPrefix("\(cause) At line 1") : description == String(cause.dropLast())
    )
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `a missing tag is an error at the path of the tag`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(form.missing)]", form.registry)
    }
    #expect(error.place == form.missingPlace)
    #expect(error.cause?.code == .missingTag)
    #expect(error.cause?.tag == nil)
    #expect(error.cause?.knownTags == [form.movieTag, form.bookTag])
  }

  @Test(arguments: Backend.allCases, FormSample.all.filter { $0.null != nil })
  func `a null tag is an error at the path of the tag`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let element = try #require(form.null)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(element)]", form.registry)
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == form.missingPlace)
    #expect(error.cause?.code == .missingTag)
    #expect(error.cause?.description.contains("but found null") == true)
  }

  @Test(arguments: Backend.allCases, FormSample.all.filter { $0.wrongKind != nil })
  func `a tag of the wrong kind is an error at the path of the tag`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let element = try #require(form.wrongKind)
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(element)]", form.registry)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == form.wrongKindPlace ?? form.tagPlace)
    #expect(error.cause?.code == .wrongKindTag)
    #expect(error.cause?.knownTags == [form.movieTag, form.bookTag])
    #expect(error.cause?.description.contains("an array") == true)
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `an error in the payload has its own path and the payload's tag`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[\(form.malformed)]", form.registry)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == form.malformedPlace)
    let cause = try #require(error.details?.underlyingError as? PayloadError)
    #expect(cause.tag == form.movieTag)
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `an element of another shape is an error at the element's path`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[5]", form.registry)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0]")
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `applies the policy for missing tags to a null element`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    var registry = try form.registry
    let error = try #require(throws: DecodingError.self) { try backend.feed("[null]", registry) }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .missingTag)

    registry.policies.missing = .keep
    let feed = try backend.feed("[null]", registry)
    #expect(feed.unknown.map(\.content) == [.null])
    #expect(feed.unknown.map(\.reason) == [.untagged])
    #expect(try backend.encode(feed, with: registry) == .array([.null]))
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `encodes an element unchanged whatever the reason for keeping it`(
    _ backend: Backend,
    _ form: FormSample
  ) throws {
    var registry = try form.registry
    registry.policies.missing = .keep
    registry.policies.wrongKind = .keep
    registry.policies.malformed = .keep
    let elements = [form.missing, form.null, form.wrongKind, form.malformed, "5", "null"]
    let json = "[\(elements.compactMap(\.self).joined(separator: ","))]"
    let feed = try backend.feed(json, registry)
    #expect(feed.known.isEmpty)
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }
}

extension Discriminator {
  /// Whether the payload is the object that has the tag, as the first alternative writes it.
  fileprivate var isAmongMembers: Bool {
    form.alternatives.first?.tagPlace.isPayloadWhole == true
  }
}
