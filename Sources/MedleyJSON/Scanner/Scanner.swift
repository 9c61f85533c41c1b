/// Validates a document as RFC 8259 has it and writes its index; nothing is decoded here.
///
/// One pass without recursion: what is open is on a stack of its own, so that no input can exhaust
/// that of the thread. Positions live in local variables, and what isn't common (escapes, other
/// characters than ASCII, the last bytes, errors) in functions that take a position and return one.
struct Scanner {
  let bytes: Bytes
  var words: IndexWords
  /// How many words are written.
  private(set) var count = 0
  let depthLimit: Int

  init(_ bytes: Bytes, words: IndexWords, depthLimit: Int) {
    self.bytes = bytes
    self.words = words
    self.depthLimit = depthLimit
  }

  @inline(never) func fault(_ reason: SyntaxFault.Reason, at position: Int) -> SyntaxFault {
    SyntaxFault(
      offset: min(position, bytes.count),
      reason: position >= bytes.count ? .truncated : reason
    )
  }

  // MARK: - Scanning

  /// Scans a value, and nothing but white space behind it.
  ///
  /// - Parameter start: Where the text begins, behind a byte order mark.
  /// - Throws: `SyntaxFault` with the first byte that can't be right.
  mutating func scanDocument(from start: Int = 0) throws(SyntaxFault) {
    let begin = space(from: start)
    guard begin < bytes.count else { throw SyntaxFault(offset: begin, reason: .empty) }
    let end = space(from: try scanValue(from: begin))
    guard end == bytes.count else { throw fault(.trailingBytes, at: end) }
  }

  /// Scans one value.
  ///
  /// - Returns: The position behind it.
  /// - Throws: `SyntaxFault` with the first byte that can't be right.
  mutating func scanValue(from begin: Int) throws(SyntaxFault) -> Int {
    var position = begin
    var count = self.count
    var words = self.words
    defer {
      self.count = count
      self.words = words
    }
    let end = bytes.count
    let bytes = self.bytes

    var head = 0
    var isObject = false
    var size = 0
    var flags: UInt64 = 0
    var filter = KeyFilter()
    var isAfterValue = false
    var open = ContainerStack()
    defer { open.deallocate() }

    if count &+ 8 > words.capacity { words = try room(for: words, count) }
    let first = bytes[position]
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let scalar = try scalar(from: position)
      words[count] = scalar.word
      count &+= 1
      return scalar.end
    }
    var parent = 0x7fff_ffff
    var ordinal = 0

    containers: while true {
      if !isAfterValue {
        // A container begins here.
        isObject = bytes[position] == UInt8(ascii: "{")
        if open.count >= depthLimit { throw fault(.tooDeep(depthLimit), at: position) }
        if count &+ 8 > words.capacity { words = try room(for: words, count) }
        head = count
        words[head &+ 1] = IndexWord(position, 0)
        words[head &+ 2] = IndexWord(parent, ordinal)
        count &+= IndexWord.headCount
        size = 0
        flags = 0
        filter = KeyFilter()
        position = space(from: position &+ 1)
        guard position < end else { throw fault(.truncated, at: position) }
        let isEmpty = bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        if isEmpty {
          position &+= 1
          words[head] = IndexWord(isObject ? .object : .array, flags: 0, size: 0, end: count)
          words[head &+ 1] = IndexWord(words[head &+ 1].high, position)
          if open.count == 0 { return position }
          let outer = open.pop()
          (head, isObject, size) = (outer.head, outer.isObject, outer.size &+ 1)
          (flags, filter) = (outer.flags, outer.filter)
          isAfterValue = true
        }
      }

      while true {
        if isAfterValue {
          // MARK: Comma or end
          isAfterValue = false
          guard position < end else { throw fault(.truncated, at: position) }
          var byte = bytes[position]
          if byte <= 0x20 {
            position = space(from: position)
            guard position < end else { throw fault(.truncated, at: position) }
            byte = bytes[position]
          }
          if byte == UInt8(ascii: ",") {
            position &+= 1
            if position < end, bytes[position] <= 0x20 { position = space(from: position) }
          } else {
            guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
              throw fault(
                isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket,
                at: position
              )
            }
            position &+= 1
            if isObject, size > KeyFilter.limit { flags |= ObjectFlag.large }
            words[head] = IndexWord(
              isObject ? .object : .array,
              flags: flags,
              size: size,
              end: count
            )
            words[head &+ 1] = IndexWord(words[head &+ 1].high, position)
            if open.count == 0 { return position }
            let outer = open.pop()
            (head, isObject, size) = (outer.head, outer.isObject, outer.size &+ 1)
            (flags, filter) = (outer.flags, outer.filter)
            isAfterValue = true
            continue
          }
        }

        // Room for a key and a scalar, or for the head of a container.
        if count &+ 8 > words.capacity { words = try room(for: words, count) }

        if isObject {
          // MARK: Key
          guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            throw fault(
              size > 0 && isClosing(position) ? .trailingComma : .expectedKey,
              at: position
            )
          }
          let key: UInt64
          let place = count
          if let short = shortKey(from: position) {
            words[count] = IndexWord(.ascii, offset: position &+ 1, count: short.count)
            count &+= 1
            position &+= short.count &+ 2
            key = short.hash
          } else {
            let string = try string(from: position)
            words[count] = string.word
            count &+= 1
            position = string.end
            key = longKey(string.word, &flags)
          }
          if size < KeyFilter.limit, filter.insert(key), isRepeated(place, head, words) {
            flags |= ObjectFlag.repeated
          }

          // MARK: Colon
          if position < end, bytes[position] <= 0x20 { position = space(from: position) }
          guard position < end, bytes[position] == UInt8(ascii: ":") else {
            throw fault(.expectedColon, at: position)
          }
          position &+= 1
          if position < end, bytes[position] <= 0x20 { position = space(from: position) }
        }

        // MARK: Value
        guard position < end else { throw fault(.truncated, at: position) }
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") {
          if let plain = plainString(from: position) {
            words[count] = IndexWord(.ascii, offset: position &+ 1, count: plain)
            position &+= plain &+ 2
          } else {
            let string = try string(from: position)
            words[count] = string.word
            position = string.end
          }
          count &+= 1
        } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          open.push(
            .init(head: head, isObject: isObject, size: size, flags: flags, filter: filter)
          )
          parent = head
          ordinal = size
          continue containers
        } else if let number = simpleNumber(from: position) {
          words[count] = IndexWord(number.kind, offset: position, count: number.end &- position)
          count &+= 1
          position = number.end
        } else {
          if !isObject, size > 0, isClosing(position) { throw fault(.trailingComma, at: position) }
          let scalar = try scalar(from: position)
          words[count] = scalar.word
          count &+= 1
          position = scalar.end
        }
        size &+= 1
        isAfterValue = true
      }
    }
  }

  /// Twice as many words, if they can still be counted.
  @inline(never) private func room(
    for words: IndexWords,
    _ count: Int
  ) throws(SyntaxFault) -> IndexWords {
    // Deep nesting takes three words for two bytes, so the limit on bytes doesn't imply this one.
    guard count &+ 8 < IndexWord.largestPosition else {
      throw SyntaxFault(offset: 0, reason: .tooLong)
    }
    return words.grown(keeping: count)
  }

  /// Whether a container ends where another value was announced.
  private func isClosing(_ position: Int) -> Bool {
    position < bytes.count
      && (bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]"))
  }
}
