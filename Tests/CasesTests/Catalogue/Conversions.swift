extension Person {
  /// The person whose `name` is split at its first space.
  init(upgrading old: PersonV1) {
    let parts = old.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    first = String(parts[0])
    last = parts.count > 1 ? String(parts[1]) : ""
  }
}
