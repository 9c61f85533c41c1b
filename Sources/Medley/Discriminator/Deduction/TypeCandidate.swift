/// A registered type, as a candidate for an element without a tag.
struct TypeCandidate: Sendable {
  /// The position of the entry in the registry.
  let position: Int
  let tag: TypeTag
  let typeName: String
  let fields: PayloadFields
}

/// The names of an element's members, as types know them.
struct ElementFields {
  let names: Set<String>

  /// The fields of a value that isn't an object.
  init() {
    names = []
  }

  /// Finds the members of an object.
  ///
  /// Kept payloads have their original keys, whatever the strategy of the decoder.
  init(of object: ObjectReader, _ candidates: [TypeCandidate], _ decoder: any Decoder) {
    let keys = object.members.map(\.stringValue)
    guard MedleyDecoders.cast(decoder)?.showsKeysAsWritten == true else {
      names = Set(keys)
      return
    }
    // Once for all keys, because their number isn't limited.
    let known = candidates.reduce(into: Set<String>()) {
      $0.formUnion($1.fields.required)
      $0.formUnion($1.fields.optional)
    }
    let others = Set(candidates.flatMap(\.fields.keys))
    func isKnown(_ key: String) -> Bool {
      known.contains(key) || others.contains { $0.contains(key) }
    }
    names = Set(
      keys.map { key in
        let converted = SnakeCase.camelCase(key)
        return !isKnown(key) && isKnown(converted) ? converted : key
      }
    )
  }
}
