extension String {
  /// Returns the text before and after the first occurrence of another text, or nil if there is
  /// none.
  ///
  /// `split(separator:)` and `contains(_:)` take texts since macOS 13 and iOS 16 only.
  func parted(at separator: String) -> (before: Substring, after: Substring)? {
    let start = utf8.indices.first { utf8[$0...].starts(with: separator.utf8) }
    return start.map { (self[..<$0], self[utf8.index($0, offsetBy: separator.utf8.count)...]) }
  }
}
