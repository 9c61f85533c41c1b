enum Brittle {
  struct Initialize: Codable {
    var protocolVersion: String
    var capabilities: Capabilities
    var clientInfo: Implementation
  }

  struct Capabilities: Codable {
    var experimental: [String: String]?
  }

  struct Implementation: Codable { var name, version: String }
}
