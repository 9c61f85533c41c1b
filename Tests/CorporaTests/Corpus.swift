import Foundation
import TestSupport
import Testing

/// A family of real payloads, in the folder that `MEDLEY_CORPORA` names.
///
/// The folder isn't part of this package. In it each family has a folder, with the documents under
/// `data`.
struct Corpus: Sendable {
  /// The folder of all families; nil if the environment names none.
  static let folder = ProcessInfo.processInfo.environment["MEDLEY_CORPORA"]
    .map { URL(filePath: $0, directoryHint: .isDirectory) }

  let family: String

  /// A document: its place in the family, its text and what that says.
  struct Document: Sendable {
    let name: String
    let text: String
    let tree: JSONTree
  }

  private var url: URL? {
    Self.folder?.appending(path: family, directoryHint: .isDirectory)
  }

  /// The documents of a family, in the order of their names; of a large one every fifth.
  ///
  /// A debug build takes long for the whole of it.
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
    let data = try #require(url?.appending(path: "data", directoryHint: .isDirectory))
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

extension Trait where Self == ConditionTrait {
  /// Skips a test where the environment doesn't say where the corpora are.
  static var needsCorpora: Self {
    .enabled(
      if: Corpus.folder != nil,
      "The environment variable MEDLEY_CORPORA doesn't name the folder of the corpora."
    )
  }
}
