import Foundation

// MARK: - Transcoding

extension Backend {
  /// Foundation's property list coders recurse: a debug build overflows an 8 MB stack before 500.
  private static let transcodingDepthLimit = 256

  /// The property list that says what `json` says.
  ///
  /// Whether the format can hold the tree isn't looked up in a list of its limits but found out: it
  /// is read back by the bare decoder, and has to be the same.
  func propertyList(
    of json: String,
    as format: PropertyListSerialization.PropertyListFormat
  ) throws(BackendLimit) -> Data {
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: json, depthLimit: Self.transcodingDepthLimit)
    } catch {
      throw error.isTooDeep ? .depth : .text
    }
    guard tree.duplicateKey == nil else { throw .duplicateMember }
    guard
      let data = try? data(of: tree, as: format),
      let readBack = try? PropertyListDecoder().decode(JSONTree.self, from: data),
      readBack == tree
    else { throw .value }
    return data
  }

  private func data(
    of tree: JSONTree,
    as format: PropertyListSerialization.PropertyListFormat
  ) throws -> Data {
    if let scalar = propertyListScalar(of: tree) {
      return try PropertyListSerialization.data(
        fromPropertyList: scalar,
        format: format,
        options: 0
      )
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    return try encoder.encode(tree)
  }

  /// What `PropertyListSerialization` writes for a scalar on top, which the encoder refuses; nil
  /// for arrays and objects.
  private func propertyListScalar(of tree: JSONTree) -> Any? {
    switch tree {
    case .null: "$null"  // as the encoder writes null
    case .boolean(let boolean): boolean
    case .string(let string): string
    case .number(let number): propertyListNumber(of: number)
    case .array, .object: nil
    }
  }

  private func propertyListNumber(of number: JSONNumber) -> Any? {
    if number.isWrittenAsInteger, let integer = number.int64 { return integer }
    if number.isWrittenAsInteger, let integer = number.uint64 { return integer }
    return number.double
  }
}
