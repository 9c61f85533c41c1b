/// The members of an object by their converted names; of equal names the first is used.
struct ConvertedMembers {
  private var names: [String] = []
  private var values: [Int32] = []
  /// The same, for objects with many members.
  private var table: [String: Int32] = [:]

  /// The number of members up to which a search among all is faster than hashing.
  private static let longestList = 12

  init(count: Int) {
    if count <= Self.longestList {
      names.reserveCapacity(count)
      values.reserveCapacity(count)
    }
  }

  /// Returns the position of the value under a name, or `notFound`.
  subscript(name: String) -> Int {
    if !table.isEmpty { return table[name].map { Int($0) } ?? DocumentIndex.notFound }
    return names.firstIndex(of: name).map { Int(values[$0]) } ?? DocumentIndex.notFound
  }

  /// Adds a member after those before it.
  mutating func append(_ name: String, at value: Int) {
    let value = Int32(truncatingIfNeeded: value)
    if table.isEmpty, names.count < Self.longestList {
      names.append(name)
      values.append(value)
      return
    }
    if table.isEmpty {
      for (name, value) in zip(names, values) where table[name] == nil { table[name] = value }
    }
    if table[name] == nil { table[name] = value }
  }
}
