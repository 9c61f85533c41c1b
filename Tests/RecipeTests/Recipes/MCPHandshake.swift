import Foundation
import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *An MCP handshake*.
@Suite struct MCPHandshakeTests {
  struct InitializeResult: Codable {
    var protocolVersion: OpenEnum<ProtocolVersion>
    var capabilities: ServerCapabilities
    var serverInfo: Implementation
    var instructions: String?
  }

  enum ProtocolVersion: String {
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
  }

  struct ServerCapabilities: Codable {
    @Lossy var logging: Capability?
    @Lossy var prompts: Capability?
    @Lossy var resources: Capability?
    @Lossy var tools: Capability?
    @Lossy var experimental: [String: PayloadValue]?
  }

  struct Capability: Codable { var listChanged, subscribe: Bool? }
  struct Implementation: Codable { var name, version: String }

  static let result = #"""
    {"protocolVersion": "2025-11-25",
     "capabilities": {"logging": {}, "tools": {"listChanged": true},
       "tasks": {"list": {}}, "experimental": {"x-trace": {"v": 1}}},
     "serverInfo": {"name": "Files", "version": "1.2.0",
       "title": "Files on this computer"}}
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.result.utf8)
    let (result, report) = try DecodingReport.collecting {
      try JSONDecoder().decode(
        Preserving<InitializeResult>.self,
        from: data
      )
    }
    let version = result.protocolVersion.known
    let tools = result.capabilities.tools
    #expect(version == .november2025)
    #expect(tools?.listChanged == true)
    #expect(report.isClean)
  }

  @Test(arguments: Backend.recipes)
  func `keeps capabilities and members that the types don't know`(_ backend: Backend) throws {
    let result = try backend.keep(Preserving<InitializeResult>.self, Self.result)
    #expect(result.capabilities.logging != nil)
    #expect(result.capabilities.resources == nil)
    #expect(result.capabilities.experimental == ["x-trace": ["v": 1]])
  }

  @Test(arguments: Backend.recipes)
  func `keeps a version that isn't known`(_ backend: Backend) throws {
    let json = Self.result.replacingOccurrences(of: "2025-11-25", with: "2031-01-01")
    let result = try backend.keep(Preserving<InitializeResult>.self, json)
    #expect(result.protocolVersion == .unknown("2031-01-01"))
  }

  @Test(arguments: Backend.recipes)
  func `a broken capability is absent, reported and kept`(_ backend: Backend) throws {
    let json = Self.result.replacingOccurrences(of: #"{"listChanged": true}"#, with: "true")
    let (result, report) = try DecodingReport.collecting {
      try backend.keep(Preserving<InitializeResult>.self, json)
    }
    #expect(result.capabilities.tools == nil)
    #expect(report.issues.map(\.codingPath.place) == ["capabilities.tools"])
  }

  @Test(arguments: Backend.recipes)
  func `a server without a name is an error`(_ backend: Backend) throws {
    let json = Self.result.replacingOccurrences(of: #""Files""#, with: "null")
    #expect(try backend.place(ofErrorIn: json, as: InitializeResult.self) == "serverInfo.name")
  }
}
