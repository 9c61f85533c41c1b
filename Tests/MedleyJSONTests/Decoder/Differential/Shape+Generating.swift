// MARK: - Generating shapes

extension Shape {
  /// Makes up a shape of a limited depth.
  static func random(_ seed: inout Seed, depth: Int) -> Shape {
    guard depth > 0 else {
      return seed.once(in: 4) ? .value(.random(&seed)) : .scalar(.random(&seed))
    }
    func inner(_ seed: inout Seed) -> Shape { random(&seed, depth: depth - 1) }
    switch seed.number(below: 13) {
    case 0: return .scalar(.random(&seed))
    case 1: return .optional(inner(&seed))
    case 2: return .array(inner(&seed))
    case 3: return .dictionary(seed.pick(DictionaryKey.allCases), inner(&seed))
    case 4: return .wrapped(inner(&seed))
    case 5: return .firstOf([inner(&seed), inner(&seed)])
    case 6, 7: return .row(row(&seed, depth: depth))
    default: return .object(object(&seed, depth: depth))
    }
  }

  private static func row(_ seed: inout Seed, depth: Int) -> [Element] {
    (0..<seed.number(below: 5)).map { _ in
      Element(
        access: seed.pick(Element.Access.allCases),
        shape: random(&seed, depth: depth - 1)
      )
    }
  }

  static func object(_ seed: inout Seed, depth: Int) -> ObjectShape {
    let names = Name.allCases.shuffled(using: &seed).prefix(seed.number(below: 7))
    return ObjectShape(
      keys: seed.pick(ObjectShape.Keys.allCases),
      fields: names.map { name in
        let access = seed.pick(ObjectShape.Access.allCases + [.decode, .decode, .decodeIfPresent])
        return ObjectShape.Field(
          name: name,
          access: access,
          shape: access == .nested ? nested(&seed, depth) : random(&seed, depth: depth - 1)
        )
      },
      parent: seed.once(in: 8) ? random(&seed, depth: depth - 1) : nil,
      listsKeys: seed.once(in: 6),
      isReopened: seed.once(in: 6)
    )
  }

  private static func nested(_ seed: inout Seed, _ depth: Int) -> Shape {
    guard depth > 1 else { return .scalar(.random(&seed)) }
    return seed.once(in: 2)
      ? .object(object(&seed, depth: depth - 1)) : .row(row(&seed, depth: depth - 1))
  }
}

extension Scalar {
  static func random(_ seed: inout Seed) -> Scalar { seed.pick(allCases) }
}
