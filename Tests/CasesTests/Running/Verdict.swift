/// What came of running a case on one backend.
enum Verdict: Equatable {
  case passed

  /// The backend can't run the case, for a reason that has nothing to do with the library.
  case skipped(String)

  /// The outcome isn't the expected one, in these respects.
  case failed([String])
}
