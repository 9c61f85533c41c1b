import MedleyBase

/// A table of the nearest containers before entries of an index, at regular distances.
struct ContainerTable {
  static let reach = 64
  private var containers: [Int32] = []

  init(_ entries: IndexEntries, count: Int) {
    var last: Int32 = 0
    containers.reserveCapacity(count / Self.reach + 1)
    for position in 0..<count {
      if position & (Self.reach - 1) == 0 { containers.append(last) }
      if entries[position].isContainer { last = Int32(truncatingIfNeeded: position) }
    }
    StepCount.add(count)
  }

  /// Returns the nearest container before an entry whose position is a multiple of ``reach``.
  func container(before position: Int) -> Int {
    Int(containers[position / Self.reach])
  }
}

extension Document {
  /// Returns the nearest container before an entry whose position is a multiple of the table's
  /// reach.
  func container(before position: Int) -> Int {
    if let table = tables.containerTable { return table.container(before: position) }
    let table = ContainerTable(index.entries, count: index.entryCount)
    tables.containerTable = table
    return table.container(before: position)
  }
}
