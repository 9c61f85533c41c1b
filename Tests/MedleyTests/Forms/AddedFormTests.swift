import Foundation
import Medley
import MedleyBase
import MedleyJSON
import MedleyStreams
import MedleyTesting
import TestSupport
import Testing

/// A form of one file, `LastElementForm`, in what the suite of all forms doesn't do.
@Suite struct AddedFormTests {
  private let registry = PolymorphicRegistry<any Media>(.lastElement) { registry in
    try registry.register(Movie.self, for: "MOVIE", "FILM") { $0 }
    try registry.register(Book.self, for: 7) { $0 }
  }
  private let feed = #"[[{"title":"Heat"},"FILM"],[{},"MOVIE"],[{"title":"Emma"},7],[1,"OPERA"]]"#

  private var expected: [Polymorphic<any Media>] {
    [.known(Movie(title: "Heat")), .known(Book(title: "Emma"))]
  }

  @Test(arguments: Backend.allCases)
  func `reports a payload that doesn't decode, with its tag and path`(_ backend: Backend) throws {
    var registry = registry
    registry.policies.malformed = .keep
    let (elements, report) = try DecodingReport.collecting { try backend.feed(feed, registry) }
    #expect([elements[0], elements[2]] == expected)
    #expect(elements.unknown.map(\.tag) == ["MOVIE", "OPERA"])
    let issue = try #require(report.issues.first)
    #expect(report.issues.count == 1)
    #expect(issue.action == .kept)
    #expect(issue.tag == "MOVIE")
    #expect(issue.codingPath.place == "[1][0].title")
    #expect(
      try backend.encode(elements, with: registry)
        == JSONTree(parsing: feed.replacing("FILM", with: "MOVIE"))
    )
  }

  @Test(arguments: Backend.allCases)
  func `reads and writes a value whose tag is all there is`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(.lastElement) { registry in
      try registry.register(Movie.self, for: "MOVIE") { $0 }
      try registry.register(Book(title: "Emma"), for: "EMMA")
    }
    let text = #"[["EMMA"],[{"title":"Heat"},"MOVIE"]]"#
    let elements = try backend.feed(text, registry)
    #expect(elements == [.known(Book(title: "Emma")), .known(Movie(title: "Heat"))])
    #expect(try backend.encode(elements, with: registry) == JSONTree(parsing: text))
  }

  @Test(arguments: Backend.allCases)
  func `is one of several forms`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>(Discriminator.key("type").or(.lastElement)) {
      try $0.register(Movie.self, for: "MOVIE") { $0 }
    }
    let elements = try backend.feed(
      #"[{"type":"MOVIE","title":"Heat"},[{"title":"Heat"},"MOVIE"]]"#,
      registry
    )
    #expect(elements == [expected[0], expected[0]])
    let written = try JSONTree(
      parsing: #"[{"type":"MOVIE","title":"Heat"},{"type":"MOVIE","title":"Heat"}]"#
    )
    #expect(try backend.encode(elements, with: registry) == written)
  }

  // MARK: - Places

  /// A form that has the place of another one, and says nothing else.
  private final class BorrowedForm: WireForm {
    let tagPlace: TagPlace

    init(_ discriminator: Discriminator) { tagPlace = discriminator.form.tagPlace }
  }

  @Test(arguments: Backend.allCases, FormSample.all)
  func `a place is read whatever form has it`(_ backend: Backend, _ form: FormSample) throws {
    var registry = PolymorphicRegistry<any Media>(
      Discriminator(BorrowedForm(form.discriminator))
    )
    try registry.register(Movie.self, for: form.movieTag)
    try registry.register(Book.self, for: form.bookTag)
    let text = "[\((form.movies + [form.unknown]).joined(separator: ","))]"
    #expect(try backend.feed(text, registry) == backend.feed(text, form.registry))
    for element in [form.missing, form.null, form.wrongKind, form.malformed, "5", "null"] {
      guard let element else { continue }
      let own = #expect(throws: DecodingError.self) { try backend.feed("[\(element)]", registry) }
      let other = #expect(throws: DecodingError.self) {
        try backend.feed("[\(element)]", form.registry)
      }
      #expect(own?.place == other?.place)
      #expect(own?.kind == other?.kind)
    }
  }

  @Test(arguments: Backend.allCases, [Discriminator.jsonKind, .deduced, .firstMatch])
  func `a place without a tag is read whatever form has it`(
    _ backend: Backend,
    _ discriminator: Discriminator
  ) throws {
    func feed(_ discriminator: Discriminator) throws -> [Polymorphic<any Media>] {
      var registry = PolymorphicRegistry<any Media>(
        discriminator,
        policies: .init(missing: .keep, malformed: .keep)
      )
      try registry.register(Movie.self, for: "object", fields: PayloadFields(required: ["title"]))
      return try backend.feed(#"[{"title":"Heat"},{"x":1},[],"a"]"#, registry)
    }
    let own = try feed(Discriminator(BorrowedForm(discriminator)))
    #expect(own.known.map(\.title) == ["Heat"])
    #expect(try own.known.count == feed(discriminator).known.count)
    #expect(try own.unknown.map(\.content) == feed(discriminator).unknown.map(\.content))
  }

  @Test func `is validated`() throws {
    try registry.validate()
    var clashing = PolymorphicRegistry<any Media>(.lastElement)
    try clashing.register(Movie.self, for: ["MOVIE", "HD"]) { $0 }
    #expect(throws: RegistrationError.self) { try clashing.validate() }
  }

  @Test(arguments: [1, 7, 1000])
  func `is streamed in chunks of any size`(_ size: Int) throws {
    let bytes = Array(feed.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let results = PolymorphicJSONDecoder(registry)
      .elements(of: Polymorphic<any Media>.self, in: chunks, as: .array).results
    let elements = Array(results)
    #expect(elements.compactMap { try? $0.result.get() }.prefix(2) == expected.prefix(2))
    #expect(elements.count == 4)
  }
}
