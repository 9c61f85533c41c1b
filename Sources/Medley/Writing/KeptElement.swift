import MedleyBase

/// An unknown element, or what a value preserves, that is encoded into an object with other members.
package struct KeptElement {
  /// The members of the whole object, as it came.
  var members: [PayloadValue.Member]
  /// The keys of the tag and of the content, which key types of others may name as well.
  fileprivate let ownKeys: [String]

  /// - Returns: nil if the element isn't an object.
  init?(_ payload: UnknownPayload) {
    guard case .object(let members) = payload.content else { return nil }
    self.members = members
    ownKeys = payload.storage.origin.source?.ownKeys(of: payload.tag) ?? []
  }

  /// Creates the element for members that a value preserves beside its own.
  package init(members: [PayloadValue.Member]) {
    self.members = members
    ownKeys = []
  }
}

/// The owners of the members of an object: types, whether they write their members or not, and
/// unknown elements, which own the others.
package struct MemberOwners {
  /// The types of keys of containers, and the parts of a composition.
  private var types: [any Any.Type] = []
  /// The unknown elements, whose members are written last.
  package var kept: [KeptElement]

  package init(_ kept: [KeptElement] = [], reservingCapacity count: Int = 0) {
    self.kept = kept
    types.reserveCapacity(count)
  }

  /// Whether a container was made.
  var hasKeys: Bool { !keyTypes.isEmpty }

  /// Adds the members that the keys of a container name, or those of a part of a composition.
  @inline(never) package mutating func add(_ type: any Any.Type) { types.append(type) }

  @inline(never) package mutating func add(_ other: MemberOwners) {
    types += other.types
    if !other.kept.isEmpty { kept += other.kept }
  }

  private var keyTypes: [any CodingKey.Type] { types.compactMap { $0 as? any CodingKey.Type } }

  /// Returns the members that unknown elements have and the types leave to them.
  ///
  /// - Parameters:
  ///   - elements: The unknown elements; nil for all. Of a member that several have, the first has it.
  ///   - names: The keys that the types have written.
  /// - Returns: The members to write.
  package func remaining(
    of elements: [KeptElement]? = nil,
    beside names: Set<String> = []
  ) -> [PayloadValue.Member] {
    var fields: Set<String> = []
    // Those of a part are found if a sample of it can be decoded.
    for case let part as any Decodable.Type in types where !(part is any CodingKey.Type) {
      let reads = SampleDecoder.observe { try part.init(from: $0) }.reads
      fields.formUnion(reads.required.union(reads.optional))
    }
    // Keys of any name don't tell what they are for.
    let keyTypes = keyTypes.filter { $0.init(stringValue: "\u{0}") == nil }
    var taken = names
    var remaining: [PayloadValue.Member] = []
    for element in elements ?? kept {
      let keys = Set(element.members.map(\.key))
      for member in element.members {
        // The encoder may convert the others' keys to snake case.
        let camelCase = SnakeCase.camelCase(member.key)
        let names = keys.contains(camelCase) ? [member.key] : [member.key, camelCase]
        guard !names.contains(where: taken.contains) else { continue }
        // What is named but not written was removed. A null wasn't: optional properties omit it.
        let isRemoved = names.contains { name in
          fields.contains(name) || keyTypes.contains { $0.init(stringValue: name) != nil }
        }
        if isRemoved, member.value != .null, !element.ownKeys.contains(member.key) { continue }
        taken.insert(member.key)
        remaining.append(member)
      }
    }
    return remaining
  }
}
