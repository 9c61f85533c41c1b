import MedleyEngine

extension DecodingError {
  /// The line and the column of the error, as its text has them.
  package var linePlace: String? {
    jsonError.map { "line \($0.line), column \($0.column)" }
  }
}
