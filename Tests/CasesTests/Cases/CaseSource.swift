import Foundation
import TestSupport

/// A file of cases.
struct CaseSource: Sendable, CustomStringConvertible {
  let url: URL

  var description: String { url.lastPathComponent }

  /// The file of this package, and those in the folder that `MEDLEY_CASES` names.
  ///
  /// A folder that can't be read, or that has no cases, is listed itself: reading it then fails,
  /// where leaving it out would pass.
  static let all: [CaseSource] = {
    let resources = Bundle.module.resourceURL ?? Bundle.module.bundleURL
    let bundled = CaseSource(url: resources.appending(path: "cases.json"))
    guard let path = ProcessInfo.processInfo.environment["MEDLEY_CASES"] else { return [bundled] }
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let listing = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    let files = (listing ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    return [bundled] + (files.isEmpty ? [folder] : files).map(CaseSource.init)
  }()

  /// The cases of the file, none of them read further than JSON.
  func cases() throws -> [JSONTree] {
    let file = try JSONTree(parsing: Array(Data(contentsOf: url)))
    var reader = try MemberReader(file, at: description)
    guard try reader.integer("version") == 1 else {
      throw CaseProblem.invalid("\(self) isn't of version 1")
    }
    let cases = try reader.elements("cases") ?? []
    try reader.finish()
    return cases
  }
}
