/// What is learned of a document beyond its index, for errors, key strategies and large objects.
///
/// Most documents need none of it. It is made and forgotten as a whole: a small document would pay more
/// for resetting each table.
struct DocumentTables: ~Copyable {
  var lines = LineTable()
  /// The nearest containers before entries at regular distances, made for the first scalar that is far
  /// from its container.
  var nearestContainers: [Int] = []
  // No literal, which makes code of its own for each type of dictionary.
  var containers: [Int: ContainerTable] = Dictionary()
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

  func convertedName(of key: String, atDepth depth: Int) -> String? {
    depth < convertedNames.count ? convertedNames[depth][key] : nil
  }

  /// Returns the table of a container, which is made for a new one.
  mutating func table(of container: Int) -> ContainerTable {
    if let table = containers[container] { return table }
    let table = ContainerTable()
    containers[container] = table
    return table
  }

  mutating func keep(_ name: String, of key: String, atDepth depth: Int) {
    while convertedNames.count <= depth { convertedNames.append(Dictionary()) }
    convertedNames[depth][key] = name
  }
}

/// What is learned of one container beyond its entries.
///
/// It is one type for all, because each further type of dictionary is 2 KB. It is a class, so that
/// a change doesn't copy it.
final class ContainerTable {
  /// The number of children, if there are more than the entry can store.
  var size: Int?
  /// The keys of an object with many members.
  var keys: KeyTable?
  /// The values by their converted keys; nil if these weren't needed.
  var members: [String: Int]?
  /// The names that a custom strategy made of a key and those above it, by the key.
  var ownNames: [String: String] = Dictionary()
  /// What the attempts at a document that isn't complete have decoded of it, a value for each type.
  var prefixes: [DecodedPrefix] = []
  /// The `intValue`s of keys, by the position of the value.
  var keyNumbers: [Int: Int] = Dictionary()
}
