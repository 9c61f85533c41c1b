/// Two ways to do the same work, which are timed side by side.
struct Comparison {
  /// What is compared, in a few words.
  let name: String
  /// What the ratio is divided by.
  let baseline: Side
  /// What the ratio is about.
  let candidate: Side
  /// How large a ratio of the times, candidate to baseline, the project allows; nil for none.
  ///
  /// It is printed, and never makes a run fail.
  var limit: Double?

  /// One way to do the work.
  struct Side {
    let name: String
    /// How many bytes the work reads.
    let bytes: Int
    let work: () throws -> Void
  }

  /// Makes sure that both sides do the same; throws if they don't.
  let check: () throws -> Void
}

/// Both sides of a comparison didn't come to the same result.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}

extension Comparison {
  /// Compares what two functions return, once, and then times them.
  ///
  /// - Parameters:
  ///   - name: What is compared.
  ///   - limit: How large a ratio is allowed.
  ///   - isSame: Whether two results are the same.
  ///   - baseline: What the other is compared with.
  ///   - candidate: What is compared.
  init<First, Second>(
    _ name: String,
    limit: Double? = nil,
    isSame: @escaping (First, Second) -> Bool,
    baseline: (name: String, bytes: Int, work: () throws -> First),
    candidate: (name: String, bytes: Int, work: () throws -> Second)
  ) {
    self.name = name
    self.limit = limit
    self.baseline = Side(name: baseline.name, bytes: baseline.bytes) { _ = try baseline.work() }
    self.candidate = Side(name: candidate.name, bytes: candidate.bytes) {
      _ = try candidate.work()
    }
    check = {
      let (first, second) = (try baseline.work(), try candidate.work())
      guard isSame(first, second) else {
        throw Disagreement(
          description: "\(name): \(baseline.name) and \(candidate.name) give different results"
        )
      }
    }
  }
}
