/// What is learned of a document beyond its index, for errors, key strategies and large objects.
///
/// Most documents need none of it. It is made and forgotten as a whole: a small document would pay more
/// for resetting each table.
struct DocumentTables: ~Copyable {
  var lines = LineTable()
  /// The nearest containers before entries at regular distances, made for the first scalar that is far
  /// from its container.
  var nearestContainers: [Int32] = []
  var largeSizes: [Int: Int] = [:]
  var keyTables: [Int: KeyTable] = [:]
  var convertedMembers: [Int: [String: Int]] = [:]
  /// The object whose members were read last, and these members.
  var lastMembers = (
    object: DocumentIndex.notFound, members: [String: Int]()
  )
  /// The converted names of keys, by the depth of their objects.
  ///
  /// `convertFromSnakeCase` depends on the name of a key alone. A `.custom` strategy takes the whole
  /// path, so its result is cached for a name and a depth, and only if the function didn't read any
  /// key above: the keys that it gets record what is read of them. A function of the path that didn't
  /// read the keys above can't return anything else for other ones.
  private var convertedNames: [[String: String]] = []
  /// The names that a custom strategy made of a key and those above it, by the position of the
  /// value.
  var ownNames: [Int32: String] = [:]
  /// The `intValue`s of keys, by the positions of object and value.
  var keyNumbers: [Int: [Int: Int]] = [:]
  /// The objects that were decoded as dictionaries, whose keys aren't converted.
  var dictionaries: Set<Int> = []

  func convertedName(of key: String, atDepth depth: Int) -> String? {
    depth < convertedNames.count ? convertedNames[depth][key] : nil
  }

  mutating func keep(_ name: String, of key: String, atDepth depth: Int) {
    while convertedNames.count <= depth { convertedNames.append([:]) }
    convertedNames[depth][key] = name
  }
}
