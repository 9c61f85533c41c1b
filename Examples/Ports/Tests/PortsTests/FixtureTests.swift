import Foundation
import Ports
import Testing

/// The documents of all clients.
@Suite struct FixtureTests {
  static let names = DocumentType.all(.byHand).map(\.name)

  private static func port(_ name: String, _ version: Version) throws -> DocumentType {
    try #require(DocumentType.all(version).first { $0.name == name })
  }

  @Test(arguments: names)
  func `both versions decode a document to equal values`(_ name: String) throws {
    let byHand = try Self.port(name, .byHand)
    let expected = try byHand.decode(byHand.fixture, with: .jsonDecoder).outline
    for client in Client.all {
      let port = try Self.port(name, client.version)
      let outline = try port.decode(port.fixture, with: client.reader).outline
      #expect(outline == expected, "\(client.testDescription)")
      #expect(!outline.contains("unknown"))
    }
  }

  @Test(arguments: names, Client.all)
  func `a document is encoded as it came`(_ name: String, _ client: Client) throws {
    let port = try Self.port(name, client.version)
    let document = try port.decode(port.fixture, with: client.reader)
    for writer in Writer.allCases {
      guard let encoded = try document.encoded(with: writer) else { return }
      #expect(try JSON.sorted(encoded) == JSON.sorted(port.fixture), "\(writer)")
    }
  }
}
