import Medley
import MedleyResilience

/// An enum of the catalogue with raw values, which a case opens.
protocol OpenCatalogueEnum: RawRepresentable, CaseIterable, SendableMetatype
where RawValue: Codable & CodingKeyRepresentable & Hashable & CaseDescribable {
  /// What the cases say of this enum, in their own words.
  static var declaration: String { get }
}

enum Genre: String, OpenCatalogueEnum {
  case sciFi = "SCI_FI"
  case drama = "DRAMA"
  case comedy = "COMEDY"

  static let declaration = """
    {"raw": "string", "cases": {"sciFi": "SCI_FI", "drama": "DRAMA", "comedy": "COMEDY"}}
    """
}

enum Stars: Int, OpenCatalogueEnum {
  case none = 0
  case low = 1
  case high = 5

  static let declaration = #"{"raw": "int", "cases": {"none": 0, "low": 1, "high": 5}}"#
}

struct Listing: Payload {
  static let fields = ["genre": "open Genre", "second": "open Genre?"]

  var genre: OpenEnum<Genre>
  var second: OpenEnum<Genre>?
}

struct Review: Payload {
  static let fields = ["stars": "open Stars"]

  var stars: OpenEnum<Stars>
}

struct Stock: Payload {
  static let fields = ["count": "{open Genre: int}"]

  var count: [OpenEnum<Genre>: Int]
}
