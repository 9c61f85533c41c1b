import Foundation
import Medley
import MedleyFoundation

/// A feed of movies, books, songs and whatever the server has beside them.
struct Feed {
  let elements: [Polymorphic<any Media>]
  let report: DecodingReport

  /// The whole of what Medley has to be told.
  static let registry = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self, "SONG": Song.self]
  )

  /// Decodes what can be decoded.
  ///
  /// - Throws: ``Failure`` if the data is no JSON, or no array.
  init(_ json: Data) throws {
    let decoder = JSONDecoder()
    decoder.userInfo.register(Self.registry)
    do {
      (elements, report) = try decoder.decodeLossy([Polymorphic<any Media>].self, from: json)
    } catch {
      throw Failure("not JSON")
    }
    // A feed of another shape is an issue about the whole, at the top level.
    if report.issues.contains(where: { $0.recoveredPath.isEmpty }) {
      throw Failure("not an array of elements")
    }
  }

  /// Encodes the elements: the known ones with their tags, the unknown ones as they came.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo.register(Self.registry)
    return try encoder.encode(elements)
  }

  /// How many elements were left out.
  var dropped: Int {
    report.issues.count { $0.action == .dropped }
  }
}

/// Why there is no feed, in a few words.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
