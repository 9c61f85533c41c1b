import Foundation
import TestSupport
import Testing

/// A family of documents: real ones, or a few of this package in the same shapes.
///
/// Real documents aren't part of this package. The environment variable `MEDLEY_CORPORA` names their
/// folder, in which each family has a folder with the documents under `data` and their counts in
/// `manifest.json`. Without the variable, tests run on `Documents`, which is laid out alike.
struct Corpus: Sendable {
  /// The folder of real documents; nil if the environment names none.
  static let realFolder = ProcessInfo.processInfo.environment["MEDLEY_CORPORA"]
    .map { URL(filePath: $0, directoryHint: .isDirectory) }

  /// The folder of all families.
  static let folder =
    realFolder
    ?? (Bundle.module.resourceURL ?? Bundle.module.bundleURL)
    .appending(path: "Documents", directoryHint: .isDirectory)

  let family: String

  /// A document with its path in the family, its text and its value.
  struct Document: Sendable {
    let name: String
    let text: String
    let tree: JSONTree
  }

  /// The documents of a family, in the order of their names; of a large one every fifth.
  ///
  /// All of them take minutes in a debug build.
  func documents() throws -> [Document] {
    try #require(Self.library[family]).get()
  }

  /// Reading a document takes longer than what is tested with it, so that each is read once.
  private static let library: [String: Result<[Document], any Error>] = Dictionary(
    uniqueKeysWithValues: ["babel-estree", "jupyter", "lottie", "adaptive-cards"].map { family in
      (family, Result { try Corpus(family: family).read() })
    }
  )

  private func read() throws -> [Document] {
    let data = Self.folder.appending(path: "\(family)/data", directoryHint: .isDirectory)
    let files = try #require(FileManager.default.enumerator(atPath: data.path()))
    let names = files.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".json") || $0.hasSuffix(".ipynb")
    }.sorted()
    let step = names.count > 200 ? 5 : 1
    return try stride(from: 0, to: names.count, by: step).map { index in
      let name = names[index]
      let text = try String(contentsOf: data.appending(path: name), encoding: .utf8)
      return Document(name: name, text: text, tree: try JSONTree(parsing: text))
    }
  }
}
