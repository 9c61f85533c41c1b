/// Validates a document against RFC 8259 and writes its index, without decoding.
///
/// It has one pass without recursion, so that no input can overflow the stack: the entries of open
/// containers are linked, and store what the scanner needs until they end (see `KeyFilter`).
/// Positions are local variables. Rare cases (escapes, characters other than ASCII, the last bytes,
/// errors) are in functions that take and return a position.
package struct Scanner {
  /// The document, with memory for the bitmap of its bytes, which is made here.
  let lexer: Lexer
  /// The index, or memory for it.
  var entries: IndexEntries
  /// The limit for the nesting of containers.
  let depthLimit: Int
  /// Whether a comma may come before the end of a container.
  let allowsTrailingCommas: Bool
  /// Whether there was a comma before the end of a container.
  private(set) var hasTrailingCommas = false
  /// The number of written entries.
  var count = 0
  var wideFilter = WideKeyFilter()

  private var bytes: Bytes { lexer.bytes }

  // MARK: - Scanning

  /// Scans a value that only white space may follow.
  ///
  /// - Parameter start: The beginning of the text, after a byte order mark.
  /// - Throws: `SyntaxError` with the first invalid byte.
  mutating func scanDocument(from start: Int = 0) throws(SyntaxError) {
    lexer.stringStops.fill(for: bytes, upTo: bytes.count)
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
    var entries = self.entries
    defer {
      self.count = count
      self.entries = entries
    }
    let lexer = self.lexer
    let bytes = lexer.bytes
    let end = bytes.count

    if count &+ IndexEntries.room > entries.capacity { entries = try entries.grown(beyond: count) }
    guard bytes[position] | 0x20 == UInt8(ascii: "{") else {
      let scalar = try lexer.scalar(from: position)
      entries[count] = scalar.entry
      count &+= 1
      return scalar.end
    }

    // The innermost open container: its first entry, the byte that ends it, and the number of its
    // children.
    var container = Self.root
    var closer = UInt8(ascii: "]")
    var size = 0
    var filter = KeyFilter()
    var depth = 0

    values: while true {
      // Room for everything that is written until the next check.
      if count &+ IndexEntries.room > entries.capacity {
        entries = try entries.grown(beyond: count)
      }

      member: do {
        key: if closer == UInt8(ascii: "}") {
          // MARK: Members
          if position < end, bytes[position] <= 0x20 { position = lexer.space(from: position) }
          let runEnd: MemberRunEnd
          (position, count, filter, size, runEnd) = lexer.members(
            of: container,
            from: position,
            entries,
            count,
            filter,
            &wideFilter,
            size
          )
          if runEnd == .separator { break member }
          if runEnd == .value { break key }

          // MARK: Key
          if position < end, bytes[position] <= 0x20 { position = lexer.space(from: position) }
          guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            let isTrailing = size > 0 && lexer.isClosing(position)
            if isTrailing, takesTrailingComma(before: position, closer) { break member }
            throw lexer.error(isTrailing ? .trailingComma : .expectedKey, at: position)
          }
          let key = try lexer.key(from: position, to: count, of: container, entries)
          if filter.insert(key.hash) {
            wideFilter.compareKeys(upTo: count, in: container, size, entries, bytes)
          }
          count &+= 1
          position = key.end
        }

        // MARK: Value
        var byte = try lexer.byte(at: position)
        if byte <= 0x20 {
          position = lexer.space(from: position)
          byte = try lexer.byte(at: position)
        }
        if byte == UInt8(ascii: "\"") {
          let plain = lexer.plainString(from: position)
          let string = if let plain { plain } else { try lexer.string(from: position) }
          entries[count] = string.entry
          count &+= 1
          position = string.end
        } else if end &- position >= 24, let number = lexer.shortNumber(from: position, byte) {
          entries[count] = number.entry
          count &+= 1
          position = number.end
        } else if byte | 0x20 == UInt8(ascii: "{") {
          // MARK: Container
          if depth >= depthLimit { throw lexer.error(.tooDeep(depthLimit), at: position) }
          let isObject = byte == UInt8(ascii: "{")
          entries[count] = IndexEntry(isObject ? .object : .array, flags: 0, size: 0, end: 0)
          entries[count &+ 1] = IndexEntry(position, 0)
          entries[count &+ 2] = IndexEntry(container, size)
          position &+= 1
          if position < end, bytes[position] <= 0x20 { position = lexer.space(from: position) }
          // In ASCII, the byte that ends a container is that which begins it plus two.
          if try lexer.byte(at: position) != byte &+ 2 {
            if closer == UInt8(ascii: "}") { filter.store(at: container, entries) }
            container = count
            count &+= IndexEntry.entriesPerContainer
            closer = byte &+ 2
            size = 0
            filter = KeyFilter()
            depth &+= 1
            continue values
          }
          position &+= 1
          let next = count &+ IndexEntry.entriesPerContainer
          entries.close(count, isObject: isObject, size: 0, end: next, position)
          count = next
          if container == Self.root { return position }
        } else {
          if size > 0, closer == UInt8(ascii: "]"), lexer.isClosing(position) {
            if takesTrailingComma(before: position, closer) { break member }
            throw lexer.error(.trailingComma, at: position)
          }
          let scalar =
            try byte.beginsNumber ? lexer.number(from: position) : lexer.scalar(from: position)
          entries[count] = scalar.entry
          count &+= 1
          position = scalar.end
        }

        size &+= 1
      }

      while true {
        // MARK: Comma or end
        let byte = try lexer.byte(at: position)
        if byte == UInt8(ascii: ",") {
          position &+= 1
          continue values
        }
        if byte <= 0x20 {
          position = lexer.space(from: position)
          // Other bytes are refused below.
          if position < end, bytes[position] > 0x20 { continue }
        }
        let isObject = closer == UInt8(ascii: "}")
        guard byte == closer else {
          throw lexer.error(
            isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket,
            at: position
          )
        }
        position &+= 1
        let link = entries[container &+ 2]
        entries.close(container, isObject: isObject, size: size, end: count, position)
        container = link.high
        size = link.low &+ 1
        if container == Self.root { return position }
        depth &-= 1
        let isInObject = entries[container].kindBits == UInt64(Kind.object.rawValue)
        closer = isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        filter = KeyFilter(storedAt: container, entries)
      }
    }
  }

  /// Returns whether a container may end after a comma, and records that one does.
  @inline(never)
  private mutating func takesTrailingComma(before position: Int, _ closer: UInt8) -> Bool {
    guard allowsTrailingCommas, bytes[position] == closer else { return false }
    hasTrailingCommas = true
    return true
  }

  /// The placeholder for the container around the document.
  package static let root = 0x7fff_ffff
}

// MARK: - Scanning elements

extension Scanner {
  /// Scans texts one after the other, as the elements of one array.
  ///
  /// Its entries are those of the array of all valid texts, so that paths and places are derived as
  /// in other documents. The scanner may read beyond the end of an invalid text.
  ///
  /// - Parameters:
  ///   - ranges: The texts, without white space around them.
  ///   - origin: What the document's first byte is in the ranges.
  /// - Returns: The number of valid texts before the first invalid one.
  /// - Throws: `SyntaxError` if the first text is invalid.
  mutating func scanElements(
    _ ranges: ArraySlice<Range<Int>>,
    from origin: Int
  ) throws(SyntaxError) -> Int {
    beginElements(upTo: ranges.last.map { $0.upperBound &- origin })
    var valid = 0
    for place in ranges {
      let range = place.lowerBound &- origin..<place.upperBound &- origin
      let start = count
      do throws(SyntaxError) {
        // The data of an event may be empty.
        guard !range.isEmpty else { throw SyntaxError(offset: range.lowerBound, reason: .empty) }
        let end = try scanValue(from: range.lowerBound)
        guard end == range.upperBound else { throw lexer.error(.trailingBytes, at: end) }
      } catch {
        count = start
        guard valid > 0 else { throw error }
        break
      }
      if entries[start].isContainer { entries[start + 2] = IndexEntry(0, valid) }
      valid += 1
    }
    endElements(valid)
    return valid
  }

  /// - Parameter end: The end of the elements, if it is known.
  mutating func beginElements(upTo end: Int? = nil) {
    lexer.stringStops.fill(for: bytes, upTo: end ?? bytes.count)
    count = IndexEntry.entriesPerContainer
  }

  /// Scans a text as the next element.
  ///
  /// - Parameters:
  ///   - begin: The first byte.
  ///   - ordinal: The number of elements before it.
  /// - Returns: The position after it; nil if it isn't valid, or isn't complete as far as the bytes
  ///   show. A number or literal is followed by a byte that ends it.
  package mutating func scanElement(from begin: Int, _ ordinal: Int) -> Int? {
    let start = count
    guard let end = try? scanValue(from: begin) else {
      count = start
      return nil
    }
    if entries[start].isContainer {
      entries[start &+ 2] = IndexEntry(0, ordinal)
    } else if bytes[begin] != UInt8(ascii: "\""), !bytes[end].endsPlainValue {
      count = start
      return nil
    }
    return end
  }

  func endElements(_ size: Int) {
    entries[0] = IndexEntry(.array, flags: 0, size: size, end: count)
    entries[1] = IndexEntry(0, bytes.count)
    entries[2] = IndexEntry(Self.root, 0)
  }
}
