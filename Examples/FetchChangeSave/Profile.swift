import Medley

/// The profile, as the client knows it.
package struct Profile: Codable {
  var name: String
  var nickname: String?
  var plan: Plan?
  var devices: [Device]
}

struct Plan: Codable {
  var name: String
}

struct Device: Codable {
  var id: Int
  var name: String
}

package enum Server {
  /// The profile, with members that were added after the client was written.
  package static let profile = """
    {
      "name": "Ada", "nickname": null, "pronouns": ["she", "her"],
      "plan": {"name": "free", "until": "2031-01-01"},
      "devices": [
        {"id": 1, "name": "Phone", "battery": 0.50},
        {"id": 2, "name": "Computer", "battery": 1.0}
      ]
    }
    """
}
