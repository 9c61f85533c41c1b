import Foundation
import MedleyBase

// MARK: - Converting keys

extension Document {
  private var isCustom: Bool { !options.keepsKeys }

  /// Returns the value under a converted key of an object, or `notFound`.
  @inline(never) func convertedMember(_ name: String, of object: Int) -> Int {
    convertedMembers(of: object)[name] ?? DocumentIndex.notFound
  }

  /// Returns the values of an object by their converted keys; of equal keys the first is used.
  func convertedMembers(of object: Int) -> [String: Int] {
    let tables = tables
    readAsObject(object)
    if let members = tables.value.containers[object]?.members { return members }
    var members = [String: Int](minimumCapacity: index.size(object))
    var ownNames: [String: String] = Dictionary()
    let depth = depth(of: object)
    for position in index.keys(of: object) {
      let key = index.string(at: position)
      let (name, isOwn) = convert(key, of: object, atDepth: depth)
      if members[name] == nil { members[name] = position + 1 }
      if isOwn { ownNames[key] = name }
    }
    let table = tables.value.table(of: object)
    table.members = members
    if !ownNames.isEmpty { table.ownNames = ownNames }
    if isCustom { forgetPath() }
    return members
  }

  /// Returns the converted name of a key.
  ///
  /// - Returns: The name, and whether it depends on the keys above.
  private func convert(
    _ key: String,
    of object: Int,
    atDepth depth: Int
  ) -> (name: String, isOwn: Bool) {
    if let name = tables.value.convertedName(of: key, atDepth: depth) { return (name, false) }
    let name: String
    switch options.keys {
    case .convertFromSnakeCase: name = SnakeCase.camelCase(key)
    case .custom(let convert):
      let wasRead = Lock(false)
      let above: [any CodingKey] = index.path(of: object).map {
        ObservedKey(key: $0, wasRead: wasRead)
      }
      name = convert(above + [WireKey(key)]).stringValue
      if wasRead.withLock({ $0 }) { return (name, true) }
    default: return (key, false)
    }
    tables.value.keep(name, of: key, atDepth: depth)
    return (name, false)
  }

  /// Returns the number of keys of a path, if a strategy may depend on it; otherwise 0.
  private func depth(of object: Int) -> Int {
    isCustom ? (basePath?.count ?? 0) + index.levels(above: object) : 0
  }

  /// Records that the keys of an object aren't data, so that paths have their converted names.
  func readAsObject(_ object: Int) {
    guard index.isReadAsDictionary(object) else { return }
    index.entries[object + 2].bits &= ~DocumentIndex.readAsDictionary
    forgetPath()
  }

  /// Records that an object is decoded as a dictionary, whose keys are data and aren't converted.
  func keepDictionary(_ object: Int) {
    index.noteDictionaryKeys(of: object)
    guard options.convertsKeys else { return }
    index.entries[object + 2].bits |= DocumentIndex.readAsDictionary
    forgetPath()
  }

  // MARK: - Remembering keys

  /// Stores the `intValue` of a key, for the paths of its value.
  func keepNumber(of key: some CodingKey, at value: Int, in object: Int) {
    let number = key.intValue
    guard number != nil || index.state.hasKeyNumbers else { return }
    tables.value.table(of: object).keyNumbers[value] = number
    index.state.hasKeyNumbers = true
    forgetPath()
  }

  /// Removes the stored `intValue`s of an object, which is read by another type of key.
  func forgetNumbers(in object: Int) {
    if let table = tables.value.containers[object], !table.keyNumbers.isEmpty {
      table.keyNumbers = Dictionary()
    }
    forgetPath()
  }

  // MARK: - Naming keys

  /// Returns the key of a value, converted as the decoded type expects it.
  func memberKey(of value: Int, in object: Int) -> WireKey {
    let name = index.string(at: value - 1)
    let number =
      index.state.hasKeyNumbers ? tables.value.containers[object]?.keyNumbers[value] : nil
    let isConverted = options.convertsKeys && !index.isReadAsDictionary(object)
    let shown = isConverted ? convertedName(of: name, in: object) : name
    return WireKey(shown, number, isOfDictionary: index.hasDictionaryKeys(object))
  }

  private func convertedName(of name: String, in object: Int) -> String {
    guard isCustom else { return SnakeCase.camelCase(name) }
    guard let table = tables.value.containers[object], table.members != nil else { return name }
    return table.ownNames[name]
      ?? tables.value.convertedName(of: name, atDepth: depth(of: object)) ?? name
  }
}

/// A key of a path that records when it is read, also by a description or a mirror.
private struct ObservedKey {
  let key: any CodingKey
  /// Whether any key of the path was read.
  let wasRead: Lock<Bool>

  private var observed: any CodingKey {
    wasRead.exchange(true)
    return key
  }
}

extension ObservedKey: CodingKey, CustomReflectable {
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String { observed.stringValue }
  var intValue: Int? { observed.intValue }
  var description: String { stringValue }
  var debugDescription: String { stringValue }
  var customMirror: Mirror { Mirror(reflecting: observed) }
}
