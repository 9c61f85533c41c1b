import Medley

/// The members that the parts of a composition have written.
struct WrittenMembers {
  struct Member {
    let key: String
    /// Nil for a container.
    let value: RecordedValue?
    let owner: any Any.Type
    /// The number of the part.
    let part: Int
  }

  /// The number of members up to which comparing their keys takes less than hashing one.
  private static let fewest = 16

  private var list: [Member] = []
  /// The positions of all members if there are more.
  private var positions: [String: Int] = [:]

  init() {
    list.reserveCapacity(12)
  }

  var keys: Set<String> { Set(list.map(\.key)) }

  subscript(position: Int) -> Member {
    get { list[position] }
    set { list[position] = newValue }
  }

  func position(of key: String) -> Int? {
    if !positions.isEmpty { return positions[key] }
    for position in list.indices where list[position].key == key { return position }
    return nil
  }

  /// Appends a member with a new key.
  @inline(never) mutating func append(_ member: consuming Member) {
    if !positions.isEmpty { positions[member.key] = list.count }
    list.append(member)
    if positions.isEmpty, list.count > Self.fewest {
      for (position, member) in list.enumerated() { positions[member.key] = position }
    }
  }

  /// Removes a member.
  ///
  /// - Returns: The member, so that its value is released after the change: that may run code of others.
  @inline(never) mutating func remove(_ key: String) -> Member? {
    guard let position = position(of: key) else { return nil }
    let removed = list[position]
    // The last one takes its place, because the order doesn't matter.
    let last = list.removeLast()
    positions[key] = nil
    guard position < list.count else { return removed }
    list[position] = last
    if !positions.isEmpty { positions[last.key] = position }
    return removed
  }
}
