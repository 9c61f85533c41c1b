import MedleyEngine

extension DocumentIndex {
  /// Indexes a text that is merged, and calls a function with the index.
  ///
  /// - Throws: What the function throws, and `DecodingError.dataCorrupted` for a text that isn't JSON.
  @inline(never) static func with<Result>(
    _ text: [UInt8],
    _ body: (DocumentIndex) throws -> Result
  ) throws -> Result {
    try text.withBytes {
      try Document.pool.withUTF8Document($0, for: .anyDepth) { try body($0.index) }
    }
  }

  /// Appends the bytes of a range.
  @inline(never) func append(_ range: Range<Int>, to output: inout [UInt8]) {
    bytes.part(from: range.lowerBound, count: range.count).append(to: &output)
  }

  /// Appends the bytes of a value or a key.
  @inline(never) func append(_ position: Int, to output: inout [UInt8]) {
    append(range(of: position), to: &output)
  }

  /// The bytes of a value or a key.
  @inline(never) func text(of position: Int) -> Bytes {
    let range = range(of: position)
    return bytes.part(from: range.lowerBound, count: range.count)
  }

  /// Returns the children of a container in order.
  func children(of container: Int) -> [Child] {
    var children: [Child] = []
    children.reserveCapacity(size(container))
    appendChildren(of: container, to: &children)
    return children
  }

  /// Returns the values of an object by key, the first of equal keys.
  ///
  /// Keys are compared as decoding compares them: as strings.
  func members(of object: Int) -> [String: Int] {
    var members: [String: Int] = [:]
    members.reserveCapacity(size(object))
    for child in children(of: object) {
      let key = string(at: child.key)
      if members[key] == nil { members[key] = child.value }
    }
    return members
  }
}

extension CallOptions {
  /// Settings for a part of a document, and for what was encoded: the depth of both was limited before.
  static let anyDepth: CallOptions = {
    var options = DecodingOptions()
    options.depthLimit = .max
    return CallOptions(options)
  }()
}
