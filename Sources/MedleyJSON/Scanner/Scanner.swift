/// Validates a document against RFC 8259 and writes its index, without decoding.
///
/// It has one pass without recursion, so that no input can overflow the stack: the heads of open
/// containers are linked, and store what the scanner needs until they end (see `KeyFilter`).
/// Positions are local variables. Rare cases (escapes, characters other than ASCII, the last bytes,
/// errors) are in functions that take and return a position.
struct Scanner {
  let bytes: Bytes
  var words: IndexWords
  /// The number of words written.
  private(set) var count = 0
  let depthLimit: Int
  private let marks: StringStopBitmap
  private var wideFilter = WideKeyFilter()

  /// - Parameters:
  ///   - bytes: The document.
  ///   - words: Memory for the index.
  ///   - marks: Memory for the bitmap of the bytes, which is made here.
  ///   - depthLimit: The limit for the nesting of containers.
  init(_ bytes: Bytes, words: IndexWords, marks: StringStopBitmap, depthLimit: Int) {
    self.bytes = bytes
    self.marks = marks
    self.words = words
    self.depthLimit = depthLimit
  }

  // MARK: - Scanning

  /// Scans a value that only white space may follow.
  ///
  /// - Parameter start: The beginning of the text, after a byte order mark.
  /// - Throws: `SyntaxError` with the first invalid byte.
  mutating func scanDocument(from start: Int = 0) throws(SyntaxError) {
    marks.mark(bytes)
    let lexer = Lexer(bytes, marks)
    let begin = lexer.space(from: start)
    guard begin < bytes.count else { throw SyntaxError(offset: begin, reason: .empty) }
    let end = lexer.space(from: try scanValue(from: begin))
    guard end == bytes.count else { throw lexer.error(.trailingBytes, at: end) }
  }

  /// Scans one value.
  ///
  /// - Returns: The position after it.
  /// - Throws: `SyntaxError` with the first invalid byte.
  mutating func scanValue(from begin: Int) throws(SyntaxError) -> Int {
    var position = begin
    var count = self.count
    var words = self.words
    defer {
      self.count = count
      self.words = words
    }
    let bytes = self.bytes
    let end = bytes.count
    let lexer = Lexer(bytes, marks)

    if count &+ IndexWords.room > words.capacity { words = try grown(words, count) }
    guard bytes[position] | 0x20 == UInt8(ascii: "{") else {
      let scalar = try lexer.scalar(from: position)
      words[count] = scalar.word
      count &+= 1
      return scalar.end
    }

    // The innermost open container: its head, the byte that ends it, and the number of its
    // children.
    var head = Self.root
    var closer = UInt8(ascii: "]")
    var size = 0
    var filter = KeyFilter()
    var depth = 0

    values: while true {
      // Room for everything that is written until the next check.
      if count &+ IndexWords.room > words.capacity { words = try grown(words, count) }

      member: do {
        key: if closer == UInt8(ascii: "}") {
          // MARK: Members
          if position < end, bytes[position] <= 0x20 { position = lexer.space(from: position) }
          let run = lexer.members(from: position, words, count, filter, size)
          position = run.position
          count = run.count
          filter = run.filter
          size = run.size
          if run.isAtSeparator { break member }
          if run.isAtValue { break key }

          // MARK: Key
          if position < end, bytes[position] <= 0x20 { position = lexer.space(from: position) }
          guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            let isTrailing = size > 0 && lexer.isClosing(position)
            throw lexer.error(isTrailing ? .trailingComma : .expectedKey, at: position)
          }
          let hash: UInt64
          if let short = lexer.shortKey(from: position) {
            words[count] = IndexWord(.ascii, offset: position &+ 1, count: short.count)
            position &+= short.count &+ 2
            hash = short.hash
          } else {
            let key = try lexer.longKey(from: position, head, words)
            words[count] = key.word
            position = key.end
            hash = key.hash
          }
          if filter.insert(hash) { compareKeys(upTo: count, in: head, size, words) }
          count &+= 1
          position = try lexer.colon(from: position)
        }

        // MARK: Value
        guard position < end else { throw lexer.error(.truncated, at: position) }
        var byte = bytes[position]
        if byte <= 0x20 {
          position = lexer.space(from: position)
          guard position < end else { throw lexer.error(.truncated, at: position) }
          byte = bytes[position]
        }
        if byte == UInt8(ascii: "\"") {
          let plainEnd = lexer.plainString(from: position)
          if plainEnd >= 0 {
            words[count] = IndexWord(
              .ascii,
              offset: position &+ 1,
              count: plainEnd &- position &- 1
            )
            position = plainEnd &+ 1
          } else {
            let string = try lexer.string(from: position)
            words[count] = string.word
            position = string.end
          }
          count &+= 1
        } else if let number = lexer.simpleNumber(from: position, byte) {
          words[count] = IndexWord(number.kind, offset: position, count: number.end &- position)
          count &+= 1
          position = number.end
        } else if byte | 0x20 == UInt8(ascii: "{") {
          // MARK: Container
          if depth >= depthLimit { throw lexer.error(.tooDeep(depthLimit), at: position) }
          let kind = byte == UInt8(ascii: "{") ? Kind.object : .array
          words[count &+ 1] = IndexWord(position, 0)
          words[count &+ 2] = IndexWord(head, size)
          position &+= 1
          if position < end, bytes[position] <= 0x20 { position = lexer.space(from: position) }
          guard position < end else { throw lexer.error(.truncated, at: position) }
          // In ASCII, the byte that ends a container is that which begins it plus two.
          if bytes[position] != byte &+ 2 {
            words[count] = IndexWord(kind, flags: 0, size: 0, end: 0)
            if closer == UInt8(ascii: "}") { filter.store(at: head, words) }
            head = count
            count &+= IndexWord.headCount
            closer = byte &+ 2
            size = 0
            filter = KeyFilter()
            depth &+= 1
            continue values
          }
          position &+= 1
          words[count &+ 1].bits |= UInt64(truncatingIfNeeded: position)
          words[count] = IndexWord(kind, flags: 0, size: 0, end: count &+ IndexWord.headCount)
          count &+= IndexWord.headCount
          if head == Self.root { return position }
        } else {
          if size > 0, closer == UInt8(ascii: "]"), lexer.isClosing(position) {
            throw lexer.error(.trailingComma, at: position)
          }
          let scalar = try lexer.scalar(from: position)
          words[count] = scalar.word
          count &+= 1
          position = scalar.end
        }

        size &+= 1
      }

      while true {
        // MARK: Comma or end
        guard position < end else { throw lexer.error(.truncated, at: position) }
        let byte = bytes[position]
        if byte == UInt8(ascii: ",") {
          position &+= 1
          continue values
        }
        if byte <= 0x20 {
          position = lexer.space(from: position)
          // Other bytes are refused below.
          if position < end, bytes[position] > 0x20 { continue }
        }
        guard byte == closer else {
          let isObject = closer == UInt8(ascii: "}")
          throw lexer.error(
            isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket,
            at: position
          )
        }
        position &+= 1
        let link = words[head &+ 2]
        close(head, isObject: closer == UInt8(ascii: "}"), size, count, position, words)
        if closer == UInt8(ascii: "}"), lexer.isObjectNext(from: position),
          link.high != Self.root, words[link.high].kindBits == UInt64(Kind.array.rawValue)
        {
          // An object after an object in an array, which needs nothing of the array.
          assert(count &+ IndexWord.headCount <= words.capacity)
          head = count
          words[head] = IndexWord(.object, flags: 0, size: 0, end: 0)
          words[head &+ 1] = IndexWord(position &+ 1, 0)
          words[head &+ 2] = IndexWord(link.high, link.low &+ 1)
          count &+= IndexWord.headCount
          size = 0
          filter = KeyFilter()
          position &+= 2
          continue values
        }
        head = link.high
        size = link.low &+ 1
        if head == Self.root { return position }
        depth &-= 1
        let isInObject = words[head].kindBits == UInt64(Kind.object.rawValue)
        closer = isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        filter = KeyFilter(storedAt: head, words)
      }
    }
  }

  /// Records whether the key at `place`, which may be repeated, is.
  @inline(never) private mutating func compareKeys(
    upTo place: Int,
    in head: Int,
    _ size: Int,
    _ words: IndexWords
  ) {
    guard size < KeyFilter.limit else { return }
    let lexer = Lexer(bytes, marks)
    let mayBeRepeated =
      size < KeyFilter.narrow || wideFilter.insert(upTo: place, in: head, words, lexer)
    if mayBeRepeated, lexer.isRepeated(place, head, words) {
      words[head].bits |= ObjectFlag.repeated
    }
  }

  /// Completes the head of a container.
  @inline(__always) private func close(
    _ head: Int,
    isObject: Bool,
    _ size: Int,
    _ count: Int,
    _ position: Int,
    _ words: IndexWords
  ) {
    var flags = words[head].flags
    if isObject, size > KeyFilter.limit { flags |= ObjectFlag.large }
    words[head] = IndexWord(isObject ? .object : .array, flags: flags, size: size, end: count)
    words[head &+ 1] = IndexWord(words[head &+ 1].high, position)
  }

  /// The placeholder for the head of a container around the document.
  private static let root = 0x7fff_ffff

  /// Doubles the number of words, if they can still be counted.
  @inline(never) private func grown(
    _ words: IndexWords,
    _ count: Int
  ) throws(SyntaxError) -> IndexWords {
    // Deep nesting takes three words for two bytes, so the limit on bytes doesn't imply this limit.
    guard count &+ IndexWords.room < IndexWord.largestPosition else {
      throw SyntaxError(offset: 0, reason: .tooLong)
    }
    assert(count <= words.capacity && words.capacity >= IndexWords.room)
    return words.grown()
  }
}
