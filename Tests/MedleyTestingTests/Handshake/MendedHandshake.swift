import Medley
import MedleyResilience

enum Mended {
  struct Initialize: Codable {
    var protocolVersion: String
    @Lossy var capabilities: Capabilities?
    @Lossy var clientInfo: Implementation?
  }

  struct Capabilities: Codable {
    @Lossy var experimental: [String: PayloadValue]?
  }

  struct Implementation: Codable { var name, version: String }
}
