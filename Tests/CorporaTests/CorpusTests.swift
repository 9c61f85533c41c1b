import Foundation
import TestSupport
import Testing

/// What the tests of this target run on.
@Suite struct CorpusTests {
  @Test(arguments: CorpusFile.families)
  func `every family has documents`(_ family: String) throws {
    #expect(try CorpusFile.all(of: family).contains { $0.placed != nil })
  }

  /// Skipped, so that a run shows which documents it took.
  @Test(
    .enabled(
      if: Corpus.realFolder != nil,
      "MEDLEY_CORPORA names no folder: the tests run on the documents of this package."
    )
  )
  func `the documents are real ones`() throws {
    let count = try CorpusFile.families.reduce(0) { try $0 + CorpusFile.all(of: $1).count }
    #expect(count > 1_000)
  }
}
