/// What came of running a case on one backend.
enum Verdict: Equatable {
  case passed

  /// The case waits for something that isn't there yet, a topic or a shape.
  case pending(String)

  /// The backend can't run the case, for a reason that has nothing to do with the library.
  case skipped(String)

  /// The outcome isn't the expected one, in these respects.
  case failed([String])
}
