import Medley
import TestSupport
import Testing

/// A wire form with an element for each situation.
///
/// Elements are decoded in an array, which every format supports at the top level.
struct FormSample: Sendable {
  let name: String
  let discriminator: Discriminator
  var movieTag: TypeTag = "MOVIE"
  var bookTag: TypeTag = "BOOK"
  /// `Movie(title: "Heat", minutes: 170)`, with the tag first, in the middle and last.
  let movies: [String]
  /// The element that encoding writes for it.
  let written: String
  /// An element with a tag that isn't registered.
  let unknown: String
  var unknownTag: TypeTag = "OPERA"
  /// The path of its tag.
  let tagPlace: String
  let missing: String
  /// The path where `missing` should have a tag.
  let missingPlace: String
  /// An element with a null tag; nil if the form can't have one.
  var null: String?
  /// An element whose tag is an array; nil if the form can't have one.
  var wrongKind: String?
  /// Its path.
  var wrongKindPlace: String?
  /// A movie without a title.
  let malformed: String
  let malformedPlace: String

  var registry: PolymorphicRegistry<any Media> {
    get throws {
      var registry = PolymorphicRegistry<any Media>(discriminator)
      try registry.register(Movie.self, for: movieTag)
      try registry.register(Book.self, for: bookTag)
      return registry
    }
  }
}

extension FormSample: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension FormSample {
  static let all = [
    key, list, path, adjacent, adjacentNamed, external, synthesized, member, wrapperArray, compound,
    alternatives, lastElement,
  ]

  static let key = FormSample(
    name: "key",
    discriminator: "type",
    movies: [
      #"{"type":"MOVIE","title":"Heat","minutes":170}"#,
      #"{"title":"Heat","type":"MOVIE","minutes":170}"#,
      #"{"title":"Heat","minutes":170,"type":"MOVIE"}"#,
    ],
    written: #"{"type":"MOVIE","title":"Heat","minutes":170}"#,
    unknown: #"{"acts":[1,{"n":2}],"type":"OPERA"}"#,
    tagPlace: "[0].type",
    missing: #"{"title":"Heat"}"#,
    missingPlace: "[0].type",
    null: #"{"type":null,"title":"Heat"}"#,
    wrongKind: #"{"type":["MOVIE"],"title":"Heat"}"#,
    malformed: #"{"type":"MOVIE"}"#,
    malformedPlace: "[0].title"
  )

  static let list = FormSample(
    name: "list",
    discriminator: .list(at: "type"),
    movies: [
      #"{"type":["MOVIE"],"title":"Heat","minutes":170}"#,
      #"{"title":"Heat","type":["x:Film",7,"MOVIE","BOOK"],"minutes":170}"#,
      #"{"title":"Heat","minutes":170,"type":"MOVIE"}"#,
    ],
    written: #"{"type":"MOVIE","title":"Heat","minutes":170}"#,
    unknown: #"{"acts":[1,{"n":2}],"type":["OPERA","x:Opera"]}"#,
    tagPlace: "[0].type",
    missing: #"{"title":"Heat"}"#,
    missingPlace: "[0].type",
    null: #"{"type":null,"title":"Heat"}"#,
    wrongKind: #"{"type":[["MOVIE"]],"title":"Heat"}"#,
    malformed: #"{"type":["MOVIE"]}"#,
    malformedPlace: "[0].title"
  )

  static let path = FormSample(
    name: "path",
    discriminator: .path("meta", "info", "kind"),
    movies: [
      #"{"meta":{"info":{"kind":"MOVIE"}},"title":"Heat","minutes":170}"#,
      #"{"title":"Heat","meta":{"info":{"kind":"MOVIE"}},"minutes":170}"#,
      #"{"title":"Heat","minutes":170,"meta":{"info":{"kind":"MOVIE"}}}"#,
    ],
    written: #"{"meta":{"info":{"kind":"MOVIE"}},"title":"Heat","minutes":170}"#,
    unknown: #"{"meta":{"info":{"kind":"OPERA","x":1}},"acts":3}"#,
    tagPlace: "[0].meta.info.kind",
    missing: #"{"meta":{"info":3}}"#,
    missingPlace: "[0].meta.info.kind",
    null: #"{"meta":{"info":{"kind":null}},"title":"Heat"}"#,
    wrongKind: #"{"meta":{"info":{"kind":["MOVIE"]}},"title":"Heat"}"#,
    malformed: #"{"meta":{"info":{"kind":"MOVIE"}}}"#,
    malformedPlace: "[0].title"
  )

  static let adjacent = FormSample(
    name: "adjacent",
    discriminator: .adjacent(tag: "type", content: "data"),
    movies: [
      #"{"type":"MOVIE","data":{"title":"Heat","minutes":170}}"#,
      #"{"id":7,"type":"MOVIE","data":{"title":"Heat","minutes":170}}"#,
      #"{"data":{"title":"Heat","minutes":170},"type":"MOVIE"}"#,
    ],
    written: #"{"type":"MOVIE","data":{"title":"Heat","minutes":170}}"#,
    unknown: #"{"data":[1,2],"type":"OPERA"}"#,
    tagPlace: "[0].type",
    missing: #"{"data":{"title":"Heat"}}"#,
    missingPlace: "[0].type",
    null: #"{"type":null,"data":{"title":"Heat"}}"#,
    wrongKind: #"{"type":["MOVIE"],"data":{"title":"Heat"}}"#,
    malformed: #"{"type":"MOVIE","data":{}}"#,
    malformedPlace: "[0].data.title"
  )

  static let adjacentNamed = FormSample(
    name: "adjacent, the tag names the content",
    discriminator: .adjacent(tag: "type"),
    movieTag: "movie",
    bookTag: "book",
    movies: [
      #"{"type":"movie","movie":{"title":"Heat","minutes":170}}"#,
      #"{"id":7,"type":"movie","movie":{"title":"Heat","minutes":170}}"#,
      #"{"movie":{"title":"Heat","minutes":170},"type":"movie"}"#,
    ],
    written: #"{"type":"movie","movie":{"title":"Heat","minutes":170}}"#,
    unknown: #"{"opera":{"acts":3},"type":"opera"}"#,
    unknownTag: "opera",
    tagPlace: "[0].type",
    missing: #"{"movie":{"title":"Heat"}}"#,
    missingPlace: "[0].type",
    null: #"{"type":null,"movie":{"title":"Heat"}}"#,
    wrongKind: #"{"type":["movie"],"movie":{"title":"Heat"}}"#,
    malformed: #"{"type":"movie","movie":{}}"#,
    malformedPlace: "[0].movie.title"
  )

  static let external = FormSample(
    name: "external",
    discriminator: .external,
    movies: [#"{"MOVIE":{"title":"Heat","minutes":170}}"#],
    written: #"{"MOVIE":{"title":"Heat","minutes":170}}"#,
    unknown: #"{"OPERA":[{"acts":3}]}"#,
    tagPlace: "[0]",
    missing: "{}",
    missingPlace: "[0]",
    malformed: #"{"MOVIE":{}}"#,
    malformedPlace: "[0].MOVIE.title"
  )

  static let synthesized = FormSample(
    name: "synthesized",
    discriminator: .synthesized,
    movieTag: "movie",
    bookTag: "book",
    movies: [#"{"movie":{"_0":{"title":"Heat","minutes":170}}}"#],
    written: #"{"movie":{"_0":{"title":"Heat","minutes":170}}}"#,
    unknown: #"{"opera":{"_0":[3],"acts":4}}"#,
    unknownTag: "opera",
    tagPlace: "[0]",
    missing: "{}",
    missingPlace: "[0]",
    malformed: #"{"movie":{"_0":{}}}"#,
    malformedPlace: "[0].movie._0.title"
  )

  static let member = FormSample(
    name: "member",
    discriminator: .member,
    movieTag: "movie",
    bookTag: "book",
    movies: [
      #"{"movie":{"title":"Heat","minutes":170}}"#,
      #"{"id":7,"movie":{"title":"Heat","minutes":170},"from":{"id":1}}"#,
      #"{"from":[],"book":null,"movie":{"title":"Heat","minutes":170}}"#,
      #"{"book":{},"movie":{"title":"Heat","minutes":170}}"#,
    ],
    written: #"{"movie":{"title":"Heat","minutes":170}}"#,
    unknown: #"{"id":7,"opera":{"acts":[3]},"to":[1]}"#,
    unknownTag: "opera",
    tagPlace: "[0]",
    missing: #"{"id":7,"movie":null}"#,
    missingPlace: "[0]",
    malformed: #"{"id":7,"movie":{}}"#,
    malformedPlace: "[0].movie.title"
  )

  static let wrapperArray = FormSample(
    name: "wrapper array",
    discriminator: .wrapperArray,
    movies: [#"["MOVIE",{"title":"Heat","minutes":170}]"#],
    written: #"["MOVIE",{"title":"Heat","minutes":170}]"#,
    unknown: #"["OPERA",[3]]"#,
    tagPlace: "[0][0]",
    missing: "[]",
    missingPlace: "[0][0]",
    null: #"[null,{"title":"Heat"}]"#,
    wrongKind: #"[["MOVIE"],{"title":"Heat"}]"#,
    malformed: #"["MOVIE",{}]"#,
    malformedPlace: "[0][1].title"
  )

  /// A form that only the tests have: ``LastElementForm``.
  static let lastElement = FormSample(
    name: "last element",
    discriminator: .lastElement,
    movies: [#"[{"title":"Heat","minutes":170},"MOVIE"]"#],
    written: #"[{"title":"Heat","minutes":170},"MOVIE"]"#,
    unknown: #"[[3],"OPERA"]"#,
    tagPlace: "[0][1]",
    missing: "[]",
    missingPlace: "[0][1]",
    null: #"[{"title":"Heat"},null]"#,
    wrongKind: #"[{"title":"Heat"},["MOVIE"]]"#,
    malformed: #"[{},"MOVIE"]"#,
    malformedPlace: "[0][0].title"
  )

  static let compound = FormSample(
    name: "compound",
    discriminator: .compound("version", "kind"),
    movieTag: [1, "Movie"],
    bookTag: [1, "Book"],
    movies: [
      #"{"version":1,"kind":"Movie","title":"Heat","minutes":170}"#,
      #"{"kind":"Movie","title":"Heat","version":1,"minutes":170}"#,
      #"{"title":"Heat","minutes":170,"kind":"Movie","version":1}"#,
    ],
    written: #"{"version":1,"kind":"Movie","title":"Heat","minutes":170}"#,
    unknown: #"{"version":2,"kind":"Movie","title":"Heat"}"#,
    unknownTag: [2, "Movie"],
    tagPlace: "[0]",
    missing: #"{"version":1,"title":"Heat"}"#,
    missingPlace: "[0].kind",
    null: #"{"version":1,"kind":null,"title":"Heat"}"#,
    wrongKind: #"{"version":1,"kind":["Movie"],"title":"Heat"}"#,
    wrongKindPlace: "[0]",
    malformed: #"{"version":1,"kind":"Movie"}"#,
    malformedPlace: "[0].title"
  )

  static let alternatives = FormSample(
    name: "alternatives",
    discriminator: .key("type").or(.key("kind")).or(.external),
    movies: [
      #"{"type":"MOVIE","title":"Heat","minutes":170}"#,
      #"{"title":"Heat","kind":"MOVIE","minutes":170}"#,
      #"{"MOVIE":{"title":"Heat","minutes":170}}"#,
      #"{"type":null,"kind":"MOVIE","title":"Heat","minutes":170}"#,
    ],
    written: #"{"type":"MOVIE","title":"Heat","minutes":170}"#,
    unknown: #"{"OPERA":{"acts":3}}"#,
    tagPlace: "[0]",
    missing: #"{"title":"Heat","minutes":170}"#,
    missingPlace: "[0].type",
    malformed: #"{"kind":"MOVIE","minutes":1}"#,
    malformedPlace: "[0].title"
  )
}
