import TestSupport

// MARK: - Generating shapes

extension Shape {
  /// Makes up a shape of a limited depth.
  static func generate(_ random: inout SeededRandom, depth: Int) -> Shape {
    guard depth > 0 else {
      return random.once(in: 4) ? .value(.generate(&random)) : .scalar(.generate(&random))
    }
    func inner(_ random: inout SeededRandom) -> Shape { generate(&random, depth: depth - 1) }
    switch random.number(below: 13) {
    case 0: return .scalar(.generate(&random))
    case 1: return .optional(inner(&random))
    case 2: return .array(inner(&random))
    case 3: return .dictionary(random.pick(DictionaryKey.allCases), inner(&random))
    case 4: return .wrapped(inner(&random))
    case 5: return .firstOf([inner(&random), inner(&random)])
    case 6, 7: return .row(row(&random, depth: depth))
    default: return .object(object(&random, depth: depth))
    }
  }

  private static func row(_ random: inout SeededRandom, depth: Int) -> [Element] {
    (0..<random.number(below: 5)).map { _ in
      Element(
        access: random.pick(Element.Access.allCases),
        shape: generate(&random, depth: depth - 1)
      )
    }
  }

  static func object(_ random: inout SeededRandom, depth: Int) -> ObjectShape {
    let names = Name.allCases.shuffled(using: &random).prefix(random.number(below: 7))
    return ObjectShape(
      keys: random.pick(ObjectShape.Keys.allCases),
      fields: names.map { name in
        let access = random.pick(
          ObjectShape.Access.allCases + [.decode, .decode, .decodeIfPresent]
        )
        return ObjectShape.Field(
          name: name,
          access: access,
          shape: access == .nested ? nested(&random, depth) : generate(&random, depth: depth - 1)
        )
      },
      parent: random.once(in: 8) ? generate(&random, depth: depth - 1) : nil,
      listsKeys: random.once(in: 6),
      isReopened: random.once(in: 6)
    )
  }

  private static func nested(_ random: inout SeededRandom, _ depth: Int) -> Shape {
    guard depth > 1 else { return .scalar(.generate(&random)) }
    return random.once(in: 2)
      ? .object(object(&random, depth: depth - 1)) : .row(row(&random, depth: depth - 1))
  }
}

extension Scalar {
  static func generate(_ random: inout SeededRandom) -> Scalar { random.pick(allCases) }
}
