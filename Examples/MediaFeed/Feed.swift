import Foundation
import MediaModels
import Medley
import MedleyFoundation
import MedleyResilience

/// A feed of movies, books, songs and unknown elements.
struct Feed {
  let elements: [Polymorphic<any Media>]
  let report: DecodingReport

  /// Decodes the valid elements.
  ///
  /// - Throws: ``Failure`` if the data isn't JSON or isn't an array.
  init(_ json: Data) throws {
    let decoder = JSONDecoder()
    decoder.userInfo.register(media)
    do {
      (elements, report) = try decoder.decodeLossy([Polymorphic<any Media>].self, from: json)
    } catch {
      throw Failure("not JSON")
    }
    // A feed of another shape is an issue at the top level.
    if report.issues.contains(where: { $0.recoveredPath.isEmpty }) {
      throw Failure("not an array of elements")
    }
  }

  /// Encodes known elements with their tags, and unknown ones unchanged.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo.register(media)
    return try encoder.encode(elements)
  }

  /// The number of dropped elements.
  var dropped: Int {
    report.issues.count { $0.action == .dropped }
  }
}

/// The reason why the feed can't be read.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
