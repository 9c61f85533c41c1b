import Foundation
import TestSupport
import Testing

/// A folder of the conformance suites: JSONTestSuite, and the documents of nativejson-benchmark.
///
/// They aren't part of this package: the environment variable `MEDLEY_CORPORA` names the folder that
/// has them under `conformance`. Without it, `OwnTexts` stands for them.
struct ConformanceSuite: Sendable, CustomTestStringConvertible {
  struct Document: Sendable, CustomTestStringConvertible {
    let name: String
    let data: Data

    var testDescription: String { name }
  }

  static let folder = ProcessInfo.processInfo.environment["MEDLEY_CORPORA"]
    .map { URL(filePath: $0, directoryHint: .isDirectory).appending(path: "conformance/data") }

  let path: String
  /// The texts to take without the folder.
  let own: [(name: String, bytes: [UInt8])]

  var testDescription: String { path }

  /// The documents whose names begin with a prefix, in the order of their names.
  func documents(_ prefix: String) throws -> [Document] {
    guard let folder = Self.folder?.appending(path: path) else {
      return own.filter { $0.name.hasPrefix(prefix) }
        .map { Document(name: "\($0.name).json", data: Data($0.bytes)) }
    }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
      .sorted()
      .map { Document(name: $0, data: try Data(readingFile: folder.appending(path: $0))) }
  }

  static let parsing = ConformanceSuite(
    path: "JSONTestSuite/test_parsing",
    own: OwnTexts.parsing
  )
  static let transforms = ConformanceSuite(
    path: "JSONTestSuite/test_transform",
    own: OwnTexts.values
  )
  static let checker = ConformanceSuite(path: "nativejson/jsonchecker", own: OwnTexts.checker)
  static let roundTrips = ConformanceSuite(path: "nativejson/roundtrip", own: [])
}
