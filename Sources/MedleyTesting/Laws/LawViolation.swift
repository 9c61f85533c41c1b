/// A law that a type breaks, and the document that shows it.
///
/// ```swift
/// for violation in Laws.violations(of: Page.self, samples: [page]) {
///   print(violation)
/// }
/// // roundTrip: sample 1, items[].year: comes back as 0 instead of 1999
/// ```
public struct LawViolation: Hashable, Sendable, CustomStringConvertible {
  /// The law.
  public let law: Law

  /// The number of the sample, from 1; nil for what needs no sample, such as a problem of a
  /// registry.
  public internal(set) var sample: Int?

  /// The path of the member that shows it, without indices.
  public let path: String

  /// The changes of the sample that are enough to show it; empty if the sample itself does.
  public internal(set) var mutation: String = ""

  /// The number from which the changes were made; nil if the sample itself shows it.
  ///
  /// Check only these changes again with it, while you look for the fault:
  ///
  /// ```swift
  /// Laws.violations(of: Page.self, samples: [page], seed: 42, mutants: 1)
  /// ```
  public internal(set) var seed: UInt64?

  /// The document that shows it, with the changes.
  public internal(set) var document: String = ""

  /// What happens.
  public let problem: String

  init(_ law: Law, at path: String = NodePath.document, _ problem: String) {
    self.law = law
    self.path = path
    self.problem = problem
  }

  /// The violation in one line.
  public var description: String {
    let place = (sample.map { "sample \($0), " } ?? "") + path
    var line = "\(law): \(place): \(problem)"
    if !mutation.isEmpty { line += " (after \(mutation)" + (seed.map { "; seed \($0))" } ?? ")") }
    return line
  }
}
