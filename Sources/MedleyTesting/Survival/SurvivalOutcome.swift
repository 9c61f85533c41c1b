/// What became of a document with one change, from the worst to the best.
enum SurvivalOutcome: Int, CaseIterable, Comparable, Sendable {
  /// The whole document fails.
  case fails
  /// A value is gone, and no error and no report says so.
  case lost
  /// An element is gone, and a report says so.
  case dropped
  case `nil`
  /// Another value took its place.
  case defaulted
  /// The type doesn't see the change.
  case unread
  /// The value is there in another kind, as a number for a string.
  case converted
  /// The value is there, and is encoded as it came.
  case kept

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The word in the table.
  var word: String {
    switch self {
    case .fails: "fails"
    case .lost: "lost"
    case .dropped: "dropped"
    case .nil: "nil"
    case .defaulted: "default"
    case .unread: "unread"
    case .converted: "converted"
    case .kept: "kept"
    }
  }

  init?(word: some StringProtocol) {
    guard let outcome = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = outcome
  }
}
