import Foundation
import Medley
import MedleyResilience

/// A server that patches a profile, and a client that writes the patch.
///
///     swift run PatchBody
@main
struct PatchBody {
  static func main() throws {
    var server = Server(
      profile: Profile(name: "Ada", nickname: "Countess", newsletter: true, tags: ["maths"])
    )

    // The client sends only changes.
    let body = try Client.body(ProfilePatch(nickname: .null, tags: .value(["maths", "engines"])))
    print("client: \(body)")
    print("server: \(server.patch(body))")

    // Null isn't absent, and neither is an invalid value.
    for body in [#"{}"#, #"{"name": null}"#, #"{"newsletter": "no"}"#] {
      print("client: \(body)")
      print("server: \(server.patch(body))")
    }

    // Offline, a client merges patches. The merged patch has the effect of all in order.
    let first = ProfilePatch(name: .value("Grace"), nickname: .value("Amazing"))
    let second = ProfilePatch(name: .value("Grace Hopper"), newsletter: .null)
    let third = ProfilePatch(nickname: .null)
    let merged = first.merging(second).merging(third)
    print("associative: \(merged == first.merging(second.merging(third)))")
    print("client: \(try Client.body(merged))")
    print("server: \(server.patch(try Client.body(merged)))")
  }
}

struct Client {
  /// The body of a request: absent fields have no key, and cleared fields are null.
  static func body(_ patch: ProfilePatch) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(patch), as: UTF8.self)
  }
}

struct Server {
  var profile: Profile

  /// Patches the profile, and returns the response.
  mutating func patch(_ body: String) -> String {
    do {
      profile.apply(try JSONDecoder().decode(ProfilePatch.self, from: Data(body.utf8)))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return "200 \(String(decoding: try encoder.encode(profile), as: UTF8.self))"
    } catch let error as DecodingError {
      return "422 \(error.summary)"
    } catch {
      return "500"
    }
  }
}
