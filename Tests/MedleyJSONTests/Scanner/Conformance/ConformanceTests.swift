import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// JSONTestSuite and the documents of nativejson-benchmark, without and with their values.
@Suite(.onEachEngine) struct ConformanceTests {
  private let decoder = Engine.current.decoder()
  private let isReal = ConformanceSuite.folder != nil

  /// Skipped, so that a run shows which texts it took.
  @Test(
    .enabled(
      if: ConformanceSuite.folder != nil,
      "MEDLEY_CORPORA names no folder: the suite runs on the texts of this package."
    )
  )
  func `the texts are those of the conformance suites`() throws {
    #expect(try ConformanceSuite.parsing.documents("").count == 318)
  }

  /// Why a text is no JSON; nil if it is.
  private func refusal(
    _ document: ConformanceSuite.Document,
    _ padding: Padding = .none
  ) throws -> String? {
    let data = document.data + padding.bytes
    do {
      _ = try decoder.decode(Ignored.self, from: data)
      _ = try decoder.decode(PayloadValue.self, from: data)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.isEmpty, "\(document.name)")
      return context.debugDescription
    }
  }

  @Test(arguments: Padding.allCases)
  func `accepts every text that is JSON`(_ padding: Padding) throws {
    let documents = try ConformanceSuite.parsing.documents("y_")
    #expect(documents.count == (isReal ? 95 : 25))
    for document in documents {
      #expect(try refusal(document, padding) == nil, "\(document.name)")
    }
  }

  /// White space makes none of these JSON: those that end too early lack more than that.
  @Test(arguments: Padding.allCases)
  func `refuses every text that isn't JSON`(_ padding: Padding) throws {
    let documents = try ConformanceSuite.parsing.documents("n_")
    #expect(documents.count == (isReal ? 188 : 55))
    for document in documents where !Engine.current.acceptsCommas(in: document.data) {
      #expect(try refusal(document, padding) != nil, "\(document.name)")
    }
  }

  @Test func `behaves as documented where parsers may differ`() throws {
    let documents = try ConformanceSuite.parsing.documents("i_")
    let names = Set(documents.map { String($0.name.dropLast(5)) })
    let reasons = Set(names.map { ConformanceDecisions.all[$0]?.reason })
    #expect(reasons == Set(ConformanceDecisions.all.values.map(\.reason)))
    #expect(!isReal || names == Set(ConformanceDecisions.all.keys))
    for document in documents {
      let decision = try #require(ConformanceDecisions.all[String(document.name.dropLast(5))])
      for padding in decision.isUTF8 ? Padding.allCases : [.none] {
        let refusal = try refusal(document, padding)
        #expect((refusal == nil) == decision.isAccepted, "\(document.name)")
        #expect(refusal?.contains(decision.message) ?? true, "\(document.name): \(refusal ?? "")")
      }
    }
  }

  @Test func `agrees with JSON.org's checker except for its limits`() throws {
    for document in try ConformanceSuite.checker.documents("pass") {
      #expect(try refusal(document) == nil, "\(document.name)")
    }
    // The names of those that RFC 8259 accepts say so: a top-level string, and twenty levels.
    for document in try ConformanceSuite.checker.documents("fail")
    where !Engine.current.acceptsCommas(in: document.data) {
      let isJSON = document.name.contains("EXCLUDE")
      #expect(try (refusal(document) == nil) == isJSON, "\(document.name)")
    }
  }

  @Test func `reads the transforms and the round trips as JSONDecoder does`() throws {
    let documents =
      try ConformanceSuite.transforms.documents("")
      + ConformanceSuite.roundTrips.documents("")
    #expect(documents.count == (isReal ? 49 : 11))
    for document in documents {
      let foundation = try? JSONDecoder().decode(PlainTree.self, from: document.data)
      let engine = try? decoder.decode(PlainTree.self, from: document.data)
      #expect(engine == foundation, "\(document.name)")
    }
  }
}
