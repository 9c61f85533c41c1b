import Foundation
import Medley
import MedleyTesting
import Testing

/// The article *What types survive*: its tables and types are those that are compiled here.
@Suite struct HandshakeTests {
  private static let request = """
    {"protocolVersion": "2025-06-18",
     "capabilities": {"experimental": {"trace": "on"}},
     "clientInfo": {"name": "Inspector", "version": "1.0"}}
    """

  private static let object = request.replacing(#""on""#, with: "{}")

  private static func brittle() throws -> Survival {
    try Survival(of: Brittle.Initialize.self, samples: [request])
  }

  private static func mended() throws -> Survival {
    try Survival(of: Mended.Initialize.self, samples: [request])
  }

  @Test func `the brittle handshake fails where clients send objects`() throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Brittle.Initialize.self, from: Data(Self.object.utf8))
    }
    let value = try JSONDecoder().decode(Mended.Initialize.self, from: Data(Self.object.utf8))
    #expect(value.capabilities?.experimental?["trace"] == [:])
  }

  @Test func `the tables are those of the file`() throws {
    try Self.brittle().matches("Tables/Brittle.survival.txt")
    try Self.mended().matches("Tables/Mended.survival.txt")
  }

  @Test func `the mended handshake keeps the laws`() {
    let laws = Laws(of: Mended.Initialize.self, samples: [Self.request, Self.object])
    #expect(laws.violations.isEmpty, "\(laws)")
  }

  @Test func `the article has the types, the document, the tables and the differences`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let article = try Self.text(
      folder.appendingPathComponent(
        "../../../Sources/MedleyTesting/Documentation.docc/WhatTypesSurvive.md"
      )
    )
    #expect(article.contains(try Self.brittle().description))
    #expect(article.contains(try Self.mended().description))
    #expect(article.contains(Self.request))
    for name in ["BrittleHandshake", "MendedHandshake"] {
      let source = try Self.text(folder.appendingPathComponent("\(name).swift"))
      for type in source.components(separatedBy: "\n\n").dropFirst(name.hasPrefix("M") ? 1 : 0) {
        let lines = type.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
          $0.dropFirst(2)
        }
        #expect(article.contains(lines.joined(separator: "\n")), "\(type)")
      }
    }
    // What the test of the mended types says before its table is recorded again.
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: copy) }
    try Data(Self.brittle().description.utf8).write(to: copy)
    let failure = try #require(throws: TestingFailure.self) {
      try Self.mended().matches(copy.lastPathComponent, filePath: copy.path)
    }
    let lines = failure.description.split(separator: "\n").filter { $0.contains("better: ") }
    #expect(!lines.isEmpty)
    #expect(article.contains(lines.joined(separator: "\n")))
  }

  private static func text(_ url: URL) throws -> String {
    try String(decoding: Data(contentsOf: url), as: UTF8.self)
  }
}
