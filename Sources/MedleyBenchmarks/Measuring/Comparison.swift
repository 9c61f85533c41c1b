/// Several ways to do the same work, which are timed in turn.
struct Comparison {
  /// What is compared, in a few words; the first of them is the family.
  let name: String
  /// What the work is done on.
  let document: String
  let unit: Unit
  /// Whether the ratio is of times per byte; else it is of times.
  var isPerByte = false
  /// The first is what the ratios of the others are about.
  let sides: [Side]

  /// What a ratio says.
  enum Unit: String, Encodable {
    /// How many times as fast as the first side another is: more is better.
    case speed
    /// How many times the first side's time another takes: less is better.
    case time
  }

  /// A comparison that isn't made before its turn, so that its document goes when it is done.
  struct Plan {
    let name: String
    let make: () throws -> Comparison
  }
}

extension Comparison.Plan {
  /// A plan for a comparison of one document with several ways to decode it.
  init(
    _ name: String,
    _ unit: Comparison.Unit,
    on document: String,
    isPerByte: Bool = false,
    sides: @escaping () throws -> [Side]
  ) {
    self.name = name
    make = {
      let sides = try sides()
      let megabytes = Double(sides[0].bytes) / 1_000_000
      return Comparison(
        name: name,
        document: "\(document), \(megabytes.rounded(to: 2)) MB",
        unit: unit,
        isPerByte: isPerByte,
        sides: sides
      )
    }
  }
}

// MARK: - Checking

extension Comparison {
  /// Makes sure that all sides do the same; throws if they don't.
  func check() throws {
    let first = try sides[0].result()
    for (index, side) in sides.enumerated() {
      let result = index == 0 ? first : try side.result()
      guard result == (try side.expected?() ?? first) else {
        throw Disagreement(
          description: "\(name): \(side.name) gives a different result from \(sides[0].name)"
        )
      }
    }
  }
}

/// Two sides of a comparison didn't come to the same result.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}
