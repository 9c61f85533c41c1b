import Foundation
import Medley

/// A document and what decoding it needs: its bytes, its index and caches.
///
/// It is a class, because decoders and containers refer to it, possibly after the decode call.
final class Document {
  let index: DocumentIndex
  private(set) var source: Source
  private(set) var call = CallOptions.standard
  /// The settings that the caches depend on.
  private(set) var basis: CacheBasis?
  private(set) var version = 0
  /// The path of the string that this document is the text of; nil for a document of its own.
  var textPath: [any CodingKey]?
  var options: DecodingOptions { call.options }
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo.values }

  // Only one thread at a time reads a document, so run-time checks for exclusivity aren't needed.
  @exclusivity(unchecked) var lines = LineTable()
  @exclusivity(unchecked) var errorTexts = ErrorTexts()
  /// The last value with an error, and the error with its place.
  @exclusivity(unchecked) var lastPlace: (value: Int, error: any Error)?
  /// The last scalar whose path was derived.
  var lastScalar = ScalarPlace()
  @exclusivity(unchecked) var lastPaths = LastPaths()
  /// The containers before scalars, made for the first scalar that is far from one.
  var containerTable: ContainerTable?
  private var largeSizes: [Int32: Int] = [:]
  private var keyTables: [Int: KeyTable] = [:]
  @exclusivity(unchecked) private var convertedMembers: [Int: ConvertedMembers] = [:]
  /// The object whose members were read last, and these members.
  @exclusivity(unchecked) private var lastMembers = (
    object: DocumentIndex.notFound, members: ConvertedMembers(count: 0)
  )
  @exclusivity(unchecked) var convertedKeys = ConvertedKeys()
  /// The names that a custom strategy made of a key and those above it, by the position of the
  /// value.
  private var ownNames: [Int32: String] = [:]
  /// The `intValue`s of keys, by the positions of object and value.
  private var keyNumbers: [Int32: [Int32: Int]] = [:] {
    didSet { index.hasKeyNumbers = !keyNumbers.isEmpty }
  }
  /// The objects that were decoded as dictionaries, whose keys aren't converted.
  private var dictionaries: Set<Int32> = []

  init() {
    source = unsafe Source(borrowing: UnsafeRawBufferPointer(start: nil, count: 0))
    index = DocumentIndex()
    index.document = self
  }

  deinit {
    index.deallocate()
  }

  // MARK: - Loading

  /// Begins a decode call.
  func begin(_ call: CallOptions) {
    self.call = call
    guard version != call.version else { return }
    basis = call.basis
    version = call.version
    index.convertsKeys = options.convertsKeys
  }

  /// Validates a document and makes its index.
  ///
  /// - Parameter memory: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is
  ///   called.
  /// - Throws: The first error in the text.
  func load(_ memory: UnsafeRawBufferPointer) throws(SyntaxError) {
    unsafe borrow(memory)
    let bytes = index.bytes
    index.withStrings { $0.score = 256 }
    unsafe lines = LineTable()
    lastScalar = ScalarPlace()
    unsafe lastPlace = nil
    unsafe lastPaths = LastPaths()
    index.keepTag(DocumentIndex.notFound, of: DocumentIndex.notFound)
    containerTable = nil
    if !largeSizes.isEmpty { largeSizes = [:] }
    if !keyTables.isEmpty { keyTables = [:] }
    if unsafe !convertedMembers.isEmpty {
      unsafe convertedMembers = [:]
      unsafe convertedKeys = ConvertedKeys()
      unsafe lastMembers = (DocumentIndex.notFound, ConvertedMembers(count: 0))
    }
    if !ownNames.isEmpty { ownNames = [:] }
    if !keyNumbers.isEmpty { keyNumbers = [:] }
    if !dictionaries.isEmpty { dictionaries = [] }
    guard bytes.count <= IndexEntry.largestPosition else {
      throw SyntaxError(offset: 0, reason: .tooLong)
    }
    // Enough for usual feeds, so that growing is rare. Memory that isn't written costs nothing.
    let wanted = bytes.count / 6 + 64
    if index.entries.capacity < wanted {
      index.entries.deallocate()
      index.entries = IndexEntries(capacity: wanted)
    }
    if index.stringStops.capacity < bytes.count {
      index.stringStops.deallocate()
      index.stringStops = StringStopBitmap(capacity: bytes.count)
    }
    var scanner = Scanner(
      bytes,
      entries: index.entries,
      stringStops: index.stringStops,
      // A text may have texts in it, and each level takes stack.
      depthLimit: max(0, options.depthLimit - (textPath?.count ?? 0))
    )
    defer {
      index.entries = scanner.entries
      index.entryCount = scanner.count
    }
    try scanner.scanDocument(from: try Self.start(of: bytes))
  }

  private func borrow(_ memory: UnsafeRawBufferPointer) {
    // Kept elements retain the source of their document.
    if isKnownUniquelyReferenced(&source) {
      unsafe source.borrow(memory)
    } else {
      source = unsafe Source(borrowing: memory)
    }
    index.bytes = source.bytes
  }

  /// Returns the position after a byte order mark, which a parser may ignore (RFC 8259 §8.1).
  private static func start(of bytes: Bytes) throws(SyntaxError) -> Int {
    guard bytes.count >= 2 else { return 0 }
    switch (bytes[0], bytes[1]) {
    case (0xef, 0xbb) where bytes.count >= 3 && bytes[2] == 0xbf: return 3
    case (0xfe, 0xff), (0xff, 0xfe), (0, _), (_, 0):
      throw SyntaxError(offset: 0, reason: .otherEncoding("UTF-16 or UTF-32"))
    default: return 0
    }
  }

  /// Ends a decode call, and keeps what is still referenced.
  ///
  /// - Parameter hasEscaped: Whether there are references to the document or one of its containers,
  ///   so that it can't be reused.
  func keep(hasEscaped: Bool) {
    if hasEscaped { index.retireContainers() }
    if hasEscaped || !isKnownUniquelyReferenced(&source) {
      source.keep()
      index.bytes = source.bytes
    }
  }

  /// Releases the bytes and the user information.
  func unload() {
    unsafe borrow(UnsafeRawBufferPointer(start: nil, count: 0))
    index.entryCount = 0
    unsafe lastPlace = nil
    unsafe lastPaths = LastPaths()
    // The user information may retain what is large, or goes with its decoder.
    call = .standard
    // The memory of a large document isn't kept, because the next may be small.
    if index.entries.capacity > 1 << 20 {
      index.entries.deallocate()
      index.entries = IndexEntries(capacity: 1 << 16)
    }
    if index.stringStops.capacity > 1 << 22 {
      index.stringStops.deallocate()
      index.stringStops = StringStopBitmap(capacity: 1 << 18)
    }
  }

  // MARK: - Counting

  /// Returns the number of children of a container that has more than its entry can store.
  ///
  /// It is cached, because a type may read it for each element.
  func largeSize(of container: Int) -> Int {
    let key = Int32(truncatingIfNeeded: container)
    if let size = largeSizes[key] { return size }
    let size = index.countChildren(container)
    largeSizes[key] = size
    return size
  }

  // MARK: - Finding keys

  func keyTable(of object: Int) -> KeyTable {
    if let table = keyTables[object] { return table }
    let table = KeyTable(of: object, in: index)
    keyTables[object] = table
    return table
  }

  /// Returns the members of an object by their converted keys; of equal keys the first is used.
  func convertedMembers(of object: Int) -> ConvertedMembers {
    readAsObject(object)
    if unsafe lastMembers.object == object { return unsafe lastMembers.members }
    if let members = unsafe convertedMembers[object] {
      unsafe lastMembers = (object, members)
      return members
    }
    var members = ConvertedMembers(count: index.size(object))
    let depth = depth(of: object)
    let end = index.entries[object].end
    var position = object + IndexEntry.entriesPerContainer
    while position < end {
      let (name, isOwn) = convert(index.string(at: position), of: object, atDepth: depth)
      members.append(name, at: position + 1)
      if isOwn { ownNames[Int32(truncatingIfNeeded: position + 1)] = name }
      position = index.next(position + 1)
    }
    unsafe convertedMembers[object] = members
    unsafe lastMembers = (object, members)
    if isCustom { forgetPaths() }
    return members
  }

  /// Records that the keys of an object aren't data, so that paths have their converted names.
  func readAsObject(_ object: Int) {
    guard !dictionaries.isEmpty else { return }
    dictionaries.remove(Int32(truncatingIfNeeded: object))
    forgetPaths()
  }

  /// Forgets the last paths, because keys in them may have changed.
  private func forgetPaths() {
    unsafe lastPaths = LastPaths()
  }

  var isCustom: Bool {
    if case .custom = options.keys { true } else { false }
  }

  // MARK: - Remembering keys

  /// Stores the `intValue` of a key, for the paths of its value.
  func keepNumber(of key: some CodingKey, at value: Int, in object: Int) {
    let (object, value) = (Int32(truncatingIfNeeded: object), Int32(truncatingIfNeeded: value))
    if let number = key.intValue {
      keyNumbers[object, default: [:]][value] = number
      forgetPaths()
    } else if !keyNumbers.isEmpty {
      keyNumbers[object]?[value] = nil
      forgetPaths()
    }
  }

  /// Removes the stored `intValue`s of an object, which is read by another type of key.
  func forgetNumbers(in object: Int) {
    keyNumbers[Int32(truncatingIfNeeded: object)] = nil
    forgetPaths()
  }

  /// Records that an object is decoded as a dictionary, whose keys are data and aren't converted.
  func keepDictionary(_ object: Int) {
    guard options.convertsKeys else { return }
    dictionaries.insert(Int32(truncatingIfNeeded: object))
    forgetPaths()
  }

  /// Returns the key of a value, converted as the decoded type expects it.
  func memberKey(of value: Int, in object: Int) -> PathKey {
    let name = index.string(at: value - 1)
    let number =
      keyNumbers[Int32(truncatingIfNeeded: object)]?[Int32(truncatingIfNeeded: value)]
    guard options.convertsKeys, !dictionaries.contains(Int32(truncatingIfNeeded: object)) else {
      return PathKey(stringValue: name, intValue: number)
    }
    return PathKey(stringValue: convertedName(of: name, at: value, in: object), intValue: number)
  }

  private func convertedName(of name: String, at value: Int, in object: Int) -> String {
    guard isCustom else { return SnakeCase.camelCase(name) }
    guard unsafe convertedMembers[object] != nil else { return name }
    return ownNames[Int32(truncatingIfNeeded: value)]
      ?? (unsafe convertedKeys.name(of: name, atDepth: depth(of: object))) ?? name
  }
}
