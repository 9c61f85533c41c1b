import MedleyEngine

/// A text with its index, for one merge.
package struct IndexedText {
  private let index: DocumentIndex

  /// The position of the whole value.
  static let root = 0

  /// Texts of a merge are parts of documents, or encoded, and both were limited before.
  private static let options: CallOptions = {
    var options = DecodingOptions()
    options.depthLimit = .max
    return CallOptions(options)
  }()

  /// Indexes a text, and calls a function with it.
  ///
  /// - Throws: What the function throws, and `SyntaxError` for a text that isn't JSON.
  @inline(never) static func with<Result>(
    _ text: [UInt8],
    _ body: (IndexedText) throws -> Result
  ) throws -> Result {
    let pool = Document.pool
    let document = pool.take(for: options)
    defer {
      document.unload()
      pool.give(document)
    }
    return try unsafe text.withUnsafeBytes { bytes in
      try unsafe document.load(bytes)
      // The index doesn't retain its document.
      return try withExtendedLifetime(document) { try body(IndexedText(index: document.index)) }
    }
  }

  private init(index: DocumentIndex) {
    self.index = index
  }

  // MARK: - Reading

  /// The number of bytes.
  var count: Int { index.bytes.count }

  /// The number of positions.
  var positionCount: Int { index.entryCount }

  func kind(_ position: Int) -> Kind { index.kind(position) }
  func string(at position: Int) -> String { index.string(at: position) }
  func number(at position: Int) -> Double? {
    Double(String(decoding: range(of: position).map(byte), as: UTF8.self))
  }
  func byte(at offset: Int) -> UInt8 { index.bytes[offset] }

  /// Returns the offsets of a value or a key, with its quotation marks or brackets.
  func range(of position: Int) -> Range<Int> { index.range(of: position) }

  /// Appends the bytes of a range.
  func append(_ range: Range<Int>, to output: inout [UInt8]) {
    unsafe index.bytes.withBytes(from: range.lowerBound, count: range.count) {
      unsafe output.append(contentsOf: $0)
    }
  }

  /// Appends the bytes of a value or a key.
  func append(_ position: Int, to output: inout [UInt8]) {
    append(range(of: position), to: &output)
  }

  /// Returns the number of children of a container.
  func size(_ container: Int) -> Int { index.size(container) }

  /// Returns the position after a value with all values in it.
  func next(_ position: Int) -> Int { index.next(position) }

  /// Calls a function with the bytes of a value, which must not escape.
  func withBytes<Result>(
    of position: Int,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let range = range(of: position)
    return unsafe index.bytes.withBytes(from: range.lowerBound, count: range.count) {
      unsafe body(UnsafeRawBufferPointer($0))
    }
  }

  // MARK: - Listing children

  /// Returns the children of a container in order.
  func children(of container: Int) -> [Child] {
    let step = kind(container) == .object ? 1 : 0
    let end = index.entries[container].end
    var children: [Child] = []
    children.reserveCapacity(size(container))
    var position = container + IndexEntry.entriesPerContainer
    while position < end {
      children.append(Child(key: position, value: position + step))
      position = next(position + step)
    }
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
