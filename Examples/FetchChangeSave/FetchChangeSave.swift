import Foundation
import Medley
import MedleyComposition
import MedleyJSON

/// A client that is older than its server: it fetches a profile, changes it and saves it.
///
///     swift run FetchChangeSave
@main
struct FetchChangeSave {
  static func main() throws {
    let decoder = PolymorphicJSONDecoder()
    let encoder = PolymorphicJSONEncoder()

    // Without the wrapper, a save removes every member that the client doesn't know.
    let plain = try decoder.decode(Profile.self, from: Server.profile)
    print("plain:")
    print(String(decoding: try encoder.encode(plain), as: UTF8.self))

    // With it, a save changes the bytes of what was changed.
    var profile = try decoder.decode(Preserving<Profile>.self, from: Server.profile)
    print("unchanged:", try encoder.encode(profile) == Data(Server.profile.utf8))
    profile.nickname = "Countess"
    profile.devices[1].name = "Laptop"
    profile.devices.append(Device(id: 3, name: "Watch"))
    print("changed:")
    print(String(decoding: try encoder.encode(profile), as: UTF8.self))

    // Elements that are added, removed and moved leave the others as they came.
    profile.devices.swapAt(0, 2)
    profile.devices.remove(at: 1)
    profile.plan = nil
    print("moved:")
    print(String(decoding: try encoder.encode(profile), as: UTF8.self))

    // Elsewhere, values are kept instead of bytes.
    let sorted = JSONEncoder()
    sorted.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var other = try JSONDecoder().decode(
      Preserving<Profile>.self,
      from: Data(Server.profile.utf8)
    )
    other.name = "Augusta"
    print("JSONEncoder:")
    print(String(decoding: try sorted.encode(other), as: UTF8.self))
  }
}
