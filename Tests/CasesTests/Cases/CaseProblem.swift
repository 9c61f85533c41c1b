/// Why a case can't be run as it is written.
enum CaseProblem: Error, Hashable {
  /// It isn't written as the cases are, or names what the catalogue doesn't have.
  case invalid(String)
}
