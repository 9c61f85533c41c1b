import Foundation
import TestSupport
import Testing

/// A folder of the conformance suites: JSONTestSuite, and the documents of nativejson-benchmark.
///
/// They aren't part of this package: the environment variable `MEDLEY_CORPORA` names the folder that
/// has them under `conformance`.
struct ConformanceSuite: Sendable, CustomTestStringConvertible {
  struct Document: Sendable, CustomTestStringConvertible {
    let name: String
    let data: Data

    var testDescription: String { name }
  }

  static let folder = ProcessInfo.processInfo.environment["MEDLEY_CORPORA"]
    .map { URL(filePath: $0, directoryHint: .isDirectory).appending(path: "conformance/data") }

  let path: String

  var testDescription: String { path }

  /// The documents whose names begin with a prefix, in the order of their names; none without the
  /// environment variable.
  func documents(_ prefix: String) throws -> [Document] {
    guard let folder = Self.folder?.appending(path: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
      .sorted()
      .map { Document(name: $0, data: try Data(readingFile: folder.appending(path: $0))) }
  }

  static let parsing = ConformanceSuite(path: "JSONTestSuite/test_parsing")
  static let transforms = ConformanceSuite(path: "JSONTestSuite/test_transform")
  static let checker = ConformanceSuite(path: "nativejson/jsonchecker")
  static let roundTrips = ConformanceSuite(path: "nativejson/roundtrip")
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the environment doesn't say where the suites are.
  static var needsConformanceSuites: Self {
    .enabled(
      if: ConformanceSuite.folder != nil,
      "The environment variable MEDLEY_CORPORA doesn't name the folder of the corpora."
    )
  }
}
