import Foundation
import TestSupport
import Testing

/// The bytes of a document.
struct CorpusFile: Sendable {
  /// The path in the family's folder.
  let name: String
  let bytes: [UInt8]
  /// The document with the positions of its values; nil if it isn't JSON.
  let placed: PlacedTree?
}

extension CorpusFile {
  static let families = [
    "adaptive-cards", "babel-estree", "conformance", "geojson", "github-events", "jsonapi",
    "jupyter", "lambda-events", "lottie", "notion", "otlp", "stripe", "vega-lite",
  ]

  /// Documents that are invalid on purpose.
  static let malformed = [
    "data/geojsonhint/bad/bad-json.geojson", "data/dynamodb-event-malformed.2.json",
  ]

  /// The seeds that choose changes and paths.
  static var seeds: Range<UInt64> { Thoroughness.seeds(1..<5) }

  /// A slow check takes every n-th document of a large family, and all in a thorough run.
  static func step(of count: Int) -> Int {
    count > 200 && !Thoroughness.isFull ? 5 : 1
  }

  /// All documents of a family, in the order of their names.
  static func all(of family: String) throws -> [CorpusFile] {
    try #require(library[family]).get()
  }

  /// Each is read once.
  private static let library: [String: Result<[CorpusFile], any Error>] = Dictionary(
    uniqueKeysWithValues: families.map { family in (family, Result { try read(family) }) }
  )

  private static func read(_ family: String) throws -> [CorpusFile] {
    let folder = Corpus.folder.appending(path: family)
    let data = folder.appending(path: "data", directoryHint: .isDirectory)
    let files = try #require(FileManager.default.enumerator(atPath: data.path()))
    return try files.compactMap { $0 as? String }.sorted()
      .filter { $0.hasSuffix("json") && $0.contains(".") || $0.hasSuffix(".ipynb") }
      .map { name in
        let bytes = Array(try Data(readingFile: data.appending(path: name)))
        let placed = try? PlacedTree(parsing: bytes)
        return CorpusFile(name: "data/\(name)", bytes: bytes, placed: placed)
      }
  }
}

/// The manifest of a family.
struct CorpusManifest {
  private let tree: JSONTree

  init(of family: String) throws {
    let folder = Corpus.folder.appending(path: family)
    tree = try JSONTree(
      parsing: Array(Data(contentsOf: folder.appending(path: "manifest.json")))
    )
  }

  /// The number of elements of each kind at a site.
  func counts(at site: String) throws -> [String: Int] {
    let values = try #require(tree["values"]?[site]?.members)
    return Dictionary(
      uniqueKeysWithValues: values.map { ($0.key, Int($0.value.number?.int64 ?? 0)) }
    )
  }

  /// The documents that were counted.
  var files: Set<String> {
    Set((tree["file_origins"]?.elements ?? []).compactMap { $0["file"]?.string })
  }

  /// The number of valid documents.
  var parsedCount: Int? { (tree["documents_parsed"]?.number?.int64).map { Int($0) } }
}
