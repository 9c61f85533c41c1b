import MedleyBase

/// A document and what decoding it needs: its bytes, its index and caches.
///
/// It is a class, because decoders and containers refer to it, possibly after the decode call.
package final class Document {
  package let index = DocumentIndex()
  private(set) var source = Source(borrowing: Bytes())
  /// The memory for a small document; nil before there was one.
  private var paddedText: ByteBuffer?
  private(set) var call = CallOptions.standard
  /// The settings that the caches depend on.
  private(set) var basis = CallOptions.standard.basis
  /// The path of the string that this document is the text of, or of the absent value that it stands
  /// for; nil for a document of its own.
  private(set) var textPath: [any CodingKey]?
  /// The place in a feed, if this document is a batch of elements.
  var feed: FeedOrigin?
  /// The path of the value at position 0; nil if it is empty.
  var basePath: [any CodingKey]? { textPath ?? feed?.keys }
  /// What the attempts at a document that isn't complete have decoded.
  package var prefixes: DecodedPrefixes?
  /// The last string that wasn't decoded because it isn't complete.
  package var refusedString: Int?
  /// The last object that isn't complete and lacks the only key of its tag.
  package var untagged: (object: Int, key: String)?
  /// What values that keep the source share, made by the module that they are of.
  private var kept: AnyObject?
  /// Whether the document has a comma before the end of a container.
  private(set) var hasTrailingCommas = false

  // Not the stored properties, in which another module checks for exclusive access at run time.

  package var bytesSource: Source { source }
  package var typePlanner: (any TypePlanner)? { index.state.planner }
  package var settings: CallOptions { call }
  package var mayHaveTrailingCommas: Bool { hasTrailingCommas }

  package var sharedByKept: AnyObject? {
    get { kept }
    set { kept = newValue }
  }

  package var options: DecodingOptions { call.options }
  package var userInfo: [CodingUserInfoKey: Any] { options.userInfo.values }

  package init() {
    index.state.document = UncountedReference(self)
    index.state.planner = EngineExtension.linked?.makePlanner(for: self)
  }

  /// Creates the document of an absent value, such as a missing `super`, which decodes as null.
  ///
  /// - Parameters:
  ///   - path: The path that the value would have.
  ///   - call: The settings.
  convenience init(ofNullAt path: [any CodingKey], _ call: CallOptions) {
    self.init()
    begin(call, at: path)
    "null".withBytes { text in
      try? load(text)
      keep(hasEscaped: true)
    }
  }

  deinit {
    index.deallocate()
    paddedText?.deallocate()
  }

  // MARK: - Loading

  /// Begins a decode call.
  ///
  /// - Parameters:
  ///   - call: The settings.
  ///   - textPath: The path of the string that the document is the text of; nil if it is of none.
  package func begin(_ call: CallOptions, at textPath: [any CodingKey]? = nil) {
    self.textPath = textPath
    // Usually both are the default settings: two counted references less.
    if self.call !== call { self.call = call }
    guard basis !== call.basis else { return }
    basis = call.basis
    index.state.convertsKeys = options.convertsKeys
    index.state.convertsFromSnakeCase = options.convertsFromSnakeCase
    index.state.convertsFloats = options.convertsFloats
  }

  /// Validates a document and makes its index.
  ///
  /// - Parameter text: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called;
  ///   only zeros may be read after them.
  /// - Throws: The first error in the text.
  package func load(_ text: Bytes) throws(SyntaxError) {
    var scanner = try scanner(of: text.count <= Self.longestPadded ? padded(text) : text)
    defer { end(scanner) }
    try scanner.scanDocument(from: Self.start(of: index.bytes))
  }

  /// The length of the longest document that is copied before zeros.
  private static var longestPadded: Int { 2048 }
  /// The number of zeros: for the bytes that the scanner looks at, in whole blocks of its bitmap.
  private static var padding: Int { 256 }

  /// Copies a small document, which replaces the one before, with zeros after it.
  ///
  /// Frequent members are read with a look at 160 bytes from each one, which a small document mostly
  /// doesn't have. The zeros are part of no valid text, so that nothing is read into them. The
  /// copy takes a tenth of what it saves.
  private func padded(_ text: Bytes) -> Bytes {
    var copy = paddedText ?? ByteBuffer(capacity: Self.longestPadded + Self.padding)
    copy.count = 0
    copy.append(text)
    copy.append(0, count: Self.padding)
    paddedText = copy
    return copy.written.part(from: 0, count: text.count)
  }

  /// Takes the index of a prepared document that isn't complete.
  ///
  /// - Parameter copy: A function that writes entries, and returns their number.
  /// - Throws: What the function throws.
  package func load(_ copy: (inout IndexEntries) throws(SyntaxError) -> Int) throws(SyntaxError) {
    // Perhaps: its elements are then searched for them.
    hasTrailingCommas = options.allowsTrailingCommas
    index.state.entryCount = try copy(&index.state.entries)
  }

  /// Borrows the bytes of a document, and allocates memory for its index.
  ///
  /// - Parameter bytes: The document, which doesn't change until ``keep(hasEscaped:)`` or ``unload()``.
  /// - Throws: `SyntaxError` if it is too long.
  package func prepare(_ bytes: Bytes) throws(SyntaxError) {
    borrow(bytes)
    index.certainEnd = .max
    index.state.strings.score = 256
    index.keepTag(DocumentIndex.notFound, of: DocumentIndex.notFound)
    forgetTables()
    guard bytes.count <= IndexEntry.largestPosition else {
      throw SyntaxError(offset: 0, reason: .tooLong)
    }
    // Enough for usual feeds, so that growing is rare. Memory that isn't written costs nothing.
    let wanted = bytes.count / 6 + 64
    if index.entries.capacity < wanted {
      index.entries.deallocate()
      index.state.entries = IndexEntries(capacity: wanted)
    }
    if index.state.stringStops.capacity < bytes.readable {
      index.state.stringStops.deallocate()
      index.state.stringStops = StringStopBitmap(capacity: bytes.readable)
    }
  }

  /// Prepares a document, and returns a scanner for it.
  private func scanner(of text: Bytes) throws(SyntaxError) -> Scanner {
    try prepare(text)
    // A text may have texts in it, and each level takes stack.
    let outerDepth = textPath?.count ?? feed?.depth ?? 0
    return Scanner(
      lexer: Lexer(bytes: index.bytes, stringStops: index.state.stringStops),
      entries: index.entries,
      depthLimit: max(0, options.depthLimit - outerDepth),
      allowsTrailingCommas: options.allowsTrailingCommas
    )
  }

  private func end(_ scanner: Scanner) {
    hasTrailingCommas = scanner.hasTrailingCommas
    index.state.entries = scanner.entries
    index.state.entryCount = scanner.count
    // Decoding doesn't need it, and needs memory itself.
    if index.state.stringStops.capacity > 1 << 22 {
      index.state.stringStops.deallocate()
      index.state.stringStops = StringStopBitmap(capacity: 1 << 18)
    }
  }

  func borrow(_ bytes: Bytes) {
    kept = nil
    // Kept elements retain the source of their document.
    if isKnownUniquelyReferenced(&source) {
      source.borrow(bytes)
    } else {
      source = Source(borrowing: bytes)
    }
    index.state.bytes = bytes
  }

  /// Returns the position after a byte order mark, which a parser may ignore (RFC 8259 §8.1).
  private static func start(of bytes: Bytes) -> Int {
    let hasMark = bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
    return hasMark ? 3 : 0
  }

  /// Keeps what is still referenced, at the end of a decode call or when the bytes change before.
  ///
  /// - Parameter hasEscaped: Whether there are references to the document or one of its containers,
  ///   so that it can't be reused.
  package func keep(hasEscaped: Bool) {
    kept = nil
    if hasEscaped { index.retireContainers() }
    guard hasEscaped || !isKnownUniquelyReferenced(&source) else { return }
    source.keep()
    index.state.bytes = source.bytes
  }

  /// Copies an element to which there are references, so that they don't keep its batch.
  package func keepElement(at position: Int) {
    kept = nil
    guard !isKnownUniquelyReferenced(&source) else { return }
    source.keep(index.range(of: position))
    source = Source(borrowing: index.bytes)
  }

  /// Releases the bytes and the user information.
  func unload() {
    feed = nil
    index.releaseElementDecoder()
    borrow(Bytes())
    index.state.entryCount = 0
    forgetTables()
    // The user information may retain what is large, or goes with its decoder.
    if call !== CallOptions.standard { call = .standard }
    // The memory of a large document isn't kept, because the next may be small.
    if index.entries.capacity > 1 << 20 {
      index.entries.deallocate()
      index.state.entries = IndexEntries(capacity: 1 << 16)
    }
  }

  /// Decodes as one call; see `TypePlanner`.
  @inline(__always)
  package func calling<Value>(_ root: any Any.Type, _ body: () throws -> Value) rethrows -> Value {
    guard let planner = index.state.planner else { return try body() }
    return try planner.calling(root, body)
  }

  // MARK: - Tables

  var tables: OwnedValue<DocumentTables> {
    if let tables = index.state.tables { return tables }
    let tables = OwnedValue(DocumentTables())
    index.state.tables = tables
    return tables
  }

  private func forgetTables() {
    if index.state.lastPlace != nil { index.state.lastPlace = nil }
    forgetPath()
    guard let tables = index.state.tables else { return }
    tables.deallocate()
    index.state.tables = nil
    index.state.hasKeyNumbers = false
  }

  /// Forgets the last path, for instance because keys in it may have changed.
  func forgetPath() {
    if !index.state.lastPath.isEmpty { index.state.lastPath = LastPath() }
  }

  /// Returns the number of children of a container that has more than its entry can store.
  ///
  /// It is cached, because a type may read it for each element.
  func largeSize(of container: Int) -> Int {
    let table = tables.value.table(of: container)
    if let size = table.size { return size }
    let size = index.countChildren(container)
    table.size = size
    return size
  }

  func keyTable(of object: Int) -> KeyTable {
    let table = tables.value.table(of: object)
    if let keys = table.keys { return keys }
    let keys = KeyTable(of: object, in: index)
    table.keys = keys
    return keys
  }
}

// MARK: - Loading the elements of feeds

extension Document {
  /// Validates texts and makes the index of an array with them as its elements.
  ///
  /// - Parameters:
  ///   - bytes: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called.
  ///   - ranges: The texts, without white space around them.
  ///   - origin: What the first byte is in the ranges.
  /// - Returns: The number of valid texts before the first invalid one.
  /// - Throws: The first error in the text, if that is the first text.
  package func load(
    _ bytes: Bytes,
    elements ranges: ArraySlice<Range<Int>>,
    from origin: Int
  ) throws(SyntaxError) -> Int {
    var scanner = try scanner(of: bytes)
    defer { end(scanner) }
    return try scanner.scanElements(ranges, from: origin)
  }

  /// Begins to make the index of an array whose elements are scanned one by one.
  ///
  /// - Parameter bytes: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called.
  /// - Returns: A scanner for ``Scanner/scanElement(from:_:)``.
  /// - Throws: `SyntaxError` if the text is too long.
  package func beginElements(_ bytes: Bytes) throws(SyntaxError) -> Scanner {
    var scanner = try scanner(of: bytes)
    scanner.beginElements()
    return scanner
  }

  /// Ends the index of an array with so many elements.
  package func endElements(_ scanner: Scanner, _ count: Int) {
    scanner.endElements(count)
    end(scanner)
  }
}

// MARK: - Decoding the elements of feeds

extension DocumentIndex {
  /// Decodes an element, and copies its bytes if there are references to them.
  ///
  /// All that an element needs of the document is in one call, since the caller is in another module.
  ///
  /// - Parameters:
  ///   - type: The type of the element, which isn't a subclass and is the same for all elements.
  ///   - position: The position of the element.
  /// - Returns: The element.
  /// - Throws: What the type throws.
  package func decodeElement<Element: Decodable>(
    _ type: Element.Type,
    at position: Int
  ) throws -> Element {
    let element: Element
    if let decoder = state.elementDecoder {
      // It begins a call itself, if there is a receiver of issues.
      element = try decoder.withObject { try $0.of(type).value(position) }
    } else {
      if case .element(let decoder) = plan(type) {
        state.elementDecoder = UncountedReference(retaining: decoder)
      }
      element = try document.calling(type) {
        try decode(type, at: position)
      }
    }
    withDocument { $0.keepElement(at: position) }
    return element
  }

  /// Releases the decoder of the elements, when none is decoded.
  func releaseElementDecoder() {
    state.elementDecoder?.release()
    state.elementDecoder = nil
  }
}

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
  var prefixes: [DecodedPrefixes.Prefix] = []
  /// The `intValue`s of keys, by the position of the value.
  var keyNumbers: [Int: Int] = Dictionary()
}
