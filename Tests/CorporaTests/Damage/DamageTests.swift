import Medley
import TestSupport
import Testing

/// Documents with invalid values at known paths, decoded lossily.
///
/// A seed chooses the registered kinds, the paths and the changes. To repeat a failure, run the
/// test with the same arguments.
@Suite struct DamageTests {
  @Test(arguments: DamagedSite.all, Thoroughness.some(of: 1...6 as ClosedRange<UInt64>, each: 6))
  func `reports every invalid value once with its path and decodes everything else`(
    _ site: DamagedSite,
    _ seed: UInt64
  ) throws {
    try site.check(seed)
  }
}

/// A type-erased site and its decoders.
struct DamagedSite: Sendable {
  let name: String
  let check: @Sendable (UInt64) throws -> Void

  init<At: Site>(_ site: At.Type, _ backends: [Backend] = [.json]) {
    name = "\(At.family), \(At.key)"
    check = { seed in
      let check = try DamageCheck<At>(seed)
      for backend in backends { try check.run(backend) }
    }
  }

  static let all = [
    DamagedSite(BabelType.self), DamagedSite(LottieType.self),
    DamagedSite(CellType.self, Backend.allCases), DamagedSite(OutputType.self, Backend.allCases),
    DamagedSite(CardType.self, Backend.allCases),
  ]
}

extension DamagedSite: CustomTestStringConvertible {
  var testDescription: String { name }
}
