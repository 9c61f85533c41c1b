import Foundation
import Medley

/// A document while it is decoded: its bytes, its index, and what is kept for reuse.
///
/// It is a class since decoders and containers refer to it, and may do so after the decode call.
final class Document {
  let index: DocumentIndex
  private(set) var source: Source
  private var call = CallOptions.standard
  /// The options that what it has learned depends on.
  private(set) var basis: LearningBasis?
  private(set) var version = 0
  var options: DecodingOptions { call.options }
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo.values }

  var lines = LineTable()
  /// The scalar whose path was asked for last.
  var lastScalar = ScalarPlace()
  /// Where containers begin, for scalars far behind one.
  var containerTable: ContainerTable?
  private var largeSizes: [Int: Int] = [:]
  private var keyTables: [Int: KeyTable] = [:]
  private var convertedKeys: [Int: [String: Int]] = [:]
  /// What a custom strategy made of the keys of values.
  private var convertedNames: [Int32: String] = [:]
  /// The `intValue` of the keys of values, by object and value.
  private var keyNumbers: [Int32: [Int32: Int]] = [:] {
    didSet { index.hasKeyNumbers = !keyNumbers.isEmpty }
  }
  /// The objects that were read as data, whose keys aren't converted.
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
  /// - Parameter memory: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called.
  func load(_ memory: UnsafeRawBufferPointer) throws(SyntaxError) {
    unsafe borrow(memory)
    let bytes = index.bytes
    index.withStrings { $0.credit = 256 }
    lines = LineTable()
    lastScalar = ScalarPlace()
    index.keepTag(DocumentIndex.nowhere, of: DocumentIndex.nowhere)
    containerTable = nil
    if !largeSizes.isEmpty { largeSizes = [:] }
    if !keyTables.isEmpty { keyTables = [:] }
    if !convertedKeys.isEmpty { convertedKeys = [:] }
    if !convertedNames.isEmpty { convertedNames = [:] }
    if !keyNumbers.isEmpty { keyNumbers = [:] }
    if !dictionaries.isEmpty { dictionaries = [] }
    guard bytes.count <= IndexWord.largestPosition else {
      throw SyntaxError(offset: 0, reason: .tooLong)
    }
    // What feeds take, so that growing is rare: memory that isn't written costs nothing.
    let wanted = bytes.count / 6 + 64
    if index.words.capacity < wanted {
      index.words.deallocate()
      index.words = IndexWords(capacity: wanted)
    }
    if index.marks.capacity < bytes.count {
      index.marks.deallocate()
      index.marks = StringStopBitmap(capacity: bytes.count)
    }
    var scanner = Scanner(
      bytes,
      words: index.words,
      marks: index.marks,
      depthLimit: options.depthLimit
    )
    defer {
      index.words = scanner.words
      index.wordCount = scanner.count
    }
    try scanner.scanDocument(from: try Self.start(of: bytes))
  }

  private func borrow(_ memory: UnsafeRawBufferPointer) {
    // Elements that were kept go on with the source of their document.
    if isKnownUniquelyReferenced(&source) {
      unsafe source.borrow(memory)
    } else {
      source = unsafe Source(borrowing: memory)
    }
    index.bytes = source.bytes
  }

  /// The position behind a byte order mark, which RFC 8259 §8.1 lets a parser ignore.
  private static func start(of bytes: Bytes) throws(SyntaxError) -> Int {
    guard bytes.count >= 2 else { return 0 }
    switch (bytes[0], bytes[1]) {
    case (0xef, 0xbb) where bytes.count >= 3 && bytes[2] == 0xbf: return 3
    case (0xfe, 0xff), (0xff, 0xfe), (0, _), (_, 0):
      throw SyntaxError(offset: 0, reason: .otherEncoding("UTF-16 or UTF-32"))
    default: return 0
    }
  }

  /// Keeps what somebody holds beyond the decode call.
  ///
  /// - Parameter hasEscaped: Whether somebody holds the document or one of its containers, so that it
  ///   can't be used again.
  func keep(hasEscaped: Bool) {
    if hasEscaped { index.retireContainers() }
    if hasEscaped || !isKnownUniquelyReferenced(&source) {
      source.keep()
      index.bytes = source.bytes
    }
  }

  /// Lets go of the bytes.
  func unload() {
    unsafe borrow(UnsafeRawBufferPointer(start: nil, count: 0))
    index.wordCount = 0
    // What an app has put in may hold the decoder, whose pool holds the document.
    call = .standard
    // A large document isn't the rule, and its memory not kept for the next.
    if index.words.capacity > 1 << 20 {
      index.words.deallocate()
      index.words = IndexWords(capacity: 1 << 16)
    }
    if index.marks.capacity > 1 << 22 {
      index.marks.deallocate()
      index.marks = StringStopBitmap(capacity: 1 << 18)
    }
  }

  // MARK: - Counting

  /// How many children a container has whose head has no room for the number.
  ///
  /// Types may ask for each element.
  func largeSize(of head: Int) -> Int {
    if let size = largeSizes[head] { return size }
    let size = index.countChildren(head)
    largeSizes[head] = size
    return size
  }

  // MARK: - Finding keys

  func keyTable(of head: Int) -> KeyTable {
    if let table = keyTables[head] { return table }
    let table = KeyTable(of: head, in: index)
    keyTables[head] = table
    return table
  }

  /// The members of an object by the keys that a strategy makes of theirs; the first wins.
  func convertedMembers(of head: Int) -> [String: Int] {
    if !dictionaries.isEmpty { dictionaries.remove(Int32(truncatingIfNeeded: head)) }
    if let members = convertedKeys[head] { return members }
    var members: [String: Int] = [:]
    let end = index.words[head].end
    var position = head + IndexWord.headCount
    let path = isCustom ? index.path(of: head) : []
    while position < end {
      let key = convert(index.string(at: position), path)
      if members[key] == nil { members[key] = position + 1 }
      if isCustom { convertedNames[Int32(truncatingIfNeeded: position + 1)] = key }
      position = index.next(position + 1)
    }
    convertedKeys[head] = members
    return members
  }

  private var isCustom: Bool {
    if case .custom = options.keys { true } else { false }
  }

  private func convert(_ key: String, _ path: [any CodingKey]) -> String {
    switch options.keys {
    case .useDefaultKeys: key
    case .convertFromSnakeCase: SnakeCase.camelCase(key)
    case .custom(let convert): convert(path + [PathKey(stringValue: key)]).stringValue
    @unknown default: key
    }
  }

  // MARK: - Remembering keys

  /// Keeps the `intValue` of a key for the paths of what is under it.
  func keepNumber(of key: some CodingKey, at value: Int, in head: Int) {
    let (head, value) = (Int32(truncatingIfNeeded: head), Int32(truncatingIfNeeded: value))
    if let number = key.intValue {
      keyNumbers[head, default: [:]][value] = number
    } else if !keyNumbers.isEmpty {
      keyNumbers[head]?[value] = nil
    }
  }

  /// Forgets the numbers of the keys of an object, which is read by keys of another type.
  func forgetNumbers(in head: Int) {
    keyNumbers[Int32(truncatingIfNeeded: head)] = nil
  }

  /// Keeps that the keys of an object are data, which no strategy converts.
  func keepDictionary(_ head: Int) {
    if options.convertsKeys { dictionaries.insert(Int32(truncatingIfNeeded: head)) }
  }

  /// The key of a value as the type that is decoded spells it.
  func memberKey(of value: Int, in head: Int) -> PathKey {
    let name = index.string(at: value - 1)
    let number =
      keyNumbers[Int32(truncatingIfNeeded: head)]?[Int32(truncatingIfNeeded: value)]
    guard options.convertsKeys, !dictionaries.contains(Int32(truncatingIfNeeded: head)) else {
      return PathKey(stringValue: name, intValue: number)
    }
    let converted =
      isCustom
      ? convertedNames[Int32(truncatingIfNeeded: value)] ?? name : SnakeCase.camelCase(name)
    return PathKey(stringValue: converted, intValue: number)
  }
}
