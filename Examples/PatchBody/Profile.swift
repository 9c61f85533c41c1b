import Medley
import MedleyResilience

/// The stored profile.
package struct Profile: Codable, Equatable {
  var name: String
  var nickname: String?
  var newsletter: Bool
  var tags: [String]
}

/// The body of a PATCH request: an absent field stays and null clears it.
package struct ProfilePatch: Codable, Equatable {
  var name: FieldValue<String> = .absent
  var nickname: FieldValue<String> = .absent
  var newsletter: FieldValue<Bool> = .absent
  var tags: FieldValue<[String]> = .absent
}

// MARK: - Patching

extension Profile {
  mutating func apply(_ patch: ProfilePatch) {
    patch.name.apply(to: &name, null: "anonymous")  // stored values have to say what null means
    patch.nickname.apply(to: &nickname)  // stored optionals become nil
    patch.newsletter.apply(to: &newsletter, null: false)
    patch.tags.apply(to: &tags, null: [])
  }
}

extension ProfilePatch {
  /// A patch with the effect of this one followed by a later one.
  func merging(_ later: ProfilePatch) -> ProfilePatch {
    ProfilePatch(
      name: name.merging(later.name),
      nickname: nickname.merging(later.nickname),
      newsletter: newsletter.merging(later.newsletter),
      tags: tags.merging(later.tags)
    )
  }
}
