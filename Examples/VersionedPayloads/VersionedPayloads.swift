import Foundation
package import Medley

/// Three versions of one payload, which are upgraded when decoded; the newest is encoded.
///
///     swift run VersionedPayloads
@main
package struct VersionedPayloads {
  /// The first version, which has no version number.
  struct PersonV1: Codable {
    var name: String
  }

  struct PersonV2: Codable {
    var first: String
    var last: String

    init(upgrading old: PersonV1) {
      let names = old.name.split(separator: " ", maxSplits: 1).map(String.init)
      first = names.first ?? ""
      last = names.dropFirst().first ?? ""
    }
  }

  /// The current version.
  package struct Person: Codable, Equatable {
    var givenName: String
    var familyName: String

    init(upgrading old: PersonV2) {
      givenName = old.first
      familyName = old.last
    }
  }

  package static let people = PolymorphicRegistry<Person>(
    "version",
    policies: .init(missing: .assume(1))
  ) { registry in
    try registry.register(PersonV1.self, for: 1) {
      Person(upgrading: PersonV2(upgrading: $0))
    }
    try registry.register(PersonV2.self, for: 2) { Person(upgrading: $0) }
    try registry.register(Person.self, for: 3)
  }

  package static func main() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    decoder.userInfo.register(people)
    encoder.userInfo.register(people)

    let json = """
      [{"name": "Ada Lovelace"},
       {"version": 2, "first": "Grace", "last": "Hopper"},
       {"version": 3, "givenName": "Katherine", "familyName": "Johnson"},
       {"version": 4, "fullName": ["Annie", "Easley"]}]
      """
    let decoded = try decoder.decode([Polymorphic<Person>].self, from: Data(json.utf8))
    for person in decoded.known {
      print("\(person.givenName) \(person.familyName)")
    }
    for payload in decoded.unknown {
      print("version \(payload.tag.map(\.description) ?? "none") comes from a newer app: kept")
    }
    print(String(decoding: try encoder.encode(decoded), as: UTF8.self))
  }
}
