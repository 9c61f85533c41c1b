import Medley

/// A table of the nearest containers before words of an index, at regular distances.
struct ContainerTable {
  static let reach = 64
  private var containers: [Int32] = []

  init(_ words: IndexWords, count: Int) {
    var last: Int32 = 0
    containers.reserveCapacity(count / Self.reach + 1)
    for position in 0..<count {
      if position & (Self.reach - 1) == 0 { containers.append(last) }
      if words[position].isContainer { last = Int32(truncatingIfNeeded: position) }
    }
    StepCount.add(count)
  }

  /// The nearest container before a word whose position is a multiple of ``reach``.
  func container(before position: Int) -> Int {
    Int(containers[position / Self.reach])
  }
}

extension Document {
  /// The nearest container before a word whose position is a multiple of the table's reach.
  func container(before position: Int) -> Int {
    if let containerTable { return containerTable.container(before: position) }
    let table = ContainerTable(index.words, count: index.wordCount)
    containerTable = table
    return table.container(before: position)
  }
}
