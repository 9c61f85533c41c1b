/// What became of a document with one change, from the worst to the best, by its word in the table.
enum SurvivalOutcome: String, CaseIterable, Comparable, Sendable {
  /// The whole document fails.
  case fails
  /// A value is gone, and no error and no report says so.
  case lost
  /// An element is gone, and a report says so.
  case dropped
  case `nil`
  /// Another value took its place.
  case defaulted = "default"
  /// The type doesn't see the change.
  case unread
  /// The value is there in another kind, as a number for a string.
  case converted
  /// The value is there, and is encoded as it came.
  case kept

  /// The position among all outcomes.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }
}
