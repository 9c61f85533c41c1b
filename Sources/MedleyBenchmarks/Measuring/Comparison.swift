/// Several implementations of the same work, which are timed in turn.
struct Comparison {
  /// The name, which begins with the family.
  let name: String
  /// The description of the document.
  let document: String
  let unit: Unit
  /// Whether the ratio compares times per byte instead of times.
  var isPerByte = false
  /// How often the sides are measured at most, whatever the options say.
  var mostRounds = Int.max

  /// The first is what the ratios of the others are about.
  let sides: [Side]

  /// The meaning of a ratio.
  enum Unit: String, Encodable {
    /// The speed relative to the first side: higher is better.
    case speed
    /// The time relative to the first side: lower is better.
    case time
    /// No ratio, but how many bytes of memory an element takes: less is better.
    case bytes
    /// The megabytes of memory relative to those of the first side: less is better.
    case memory
  }

  /// A comparison that is created when it runs, so that its document is freed afterwards.
  struct Plan {
    let name: String
    let make: () throws -> Comparison
  }
}

extension Comparison.Plan {
  /// A plan for several ways to decode one document.
  init(
    _ name: String,
    _ unit: Comparison.Unit,
    on document: String,
    isPerByte: Bool = false,
    mostRounds: Int = .max,
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
        mostRounds: mostRounds,
        sides: sides
      )
    }
  }
}

// MARK: - Checking

extension Comparison {
  /// Throws unless all sides give the same result.
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

/// Two sides of a comparison gave different results.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}
