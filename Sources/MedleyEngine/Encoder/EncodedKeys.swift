import Foundation
import MedleyBase

/// A cache of the keys of one type, as the bytes to write.
///
/// A key type with at most 256 cases without payloads is one byte, and the byte stands for the
/// bytes of the key, with quotation marks and colon. The name is read once in each encode call,
/// because it may change. There is room for as many keys as were written.
struct EncodedKeys {
  private struct State {
    /// The cached keys; the memory moves when it grows.
    var entries = MemoryStack<KeyText>(capacity: 8)
    /// The keys whose names were read in this encode call.
    var active: UInt64 = 0
    /// The number of names that were learnt.
    var version = 0
    /// The keys that were compared last and the versions of both, and whether they have none in
    /// common.
    var compared: (keys: UInt, Int, Int) = (0, 0, 0)
    var isDisjoint = false
    /// Whether two keys are written with the same bytes.
    var hasRepeatedKeys = false
  }

  /// The largest number of cached keys of a type: one for each bit of `State.active`.
  static let largestCount = 64

  private let state = OwnedValue(State())

  func deallocate() {
    for number in 0..<state.value.entries.count { state.value.entries[number].bytes?.deallocate() }
    state.value.entries.deallocate()
    state.deallocate()
  }

  @inline(__always) func isActive(_ number: Int) -> Bool {
    state.value.active &>> UInt64(truncatingIfNeeded: number) & 1 != 0
  }

  /// The text of a cached key.
  @inline(__always) subscript(number: Int) -> KeyText {
    _read { yield state.value.entries[number] }
  }

  /// Notes the name of a key in an encode call, and caches the key if it has another name.
  ///
  /// - Parameters:
  ///   - name: The name of the key.
  ///   - number: The byte of the key.
  ///   - text: Returns the bytes to write.
  /// - Returns: Whether the key is new.
  @inline(__always) func learn(_ name: String, at number: Int, _ text: () -> KeyText) -> Bool {
    while state.value.entries.count <= number { state.value.entries.push(KeyText()) }
    state.value.active |= 1 &<< UInt64(truncatingIfNeeded: number)
    if state.value.entries[number].bytes != nil, state.value.entries[number].name == name {
      return false
    }
    insert(text(), at: number)
    return true
  }

  /// Whether two keys of the type are written with the same bytes.
  var hasRepeatedKeys: Bool { state.value.hasRepeatedKeys }

  @inline(never) private func insert(_ text: KeyText, at number: Int) {
    state.value.entries[number].bytes?.deallocate()
    state.value.entries[number] = KeyText()
    if contains(text) { state.value.hasRepeatedKeys = true }
    state.value.entries[number] = text
    state.value.version &+= 1
  }

  private func contains(_ text: KeyText) -> Bool {
    (0..<state.value.entries.count).contains { state.value.entries[$0].isSame(as: text) }
  }

  /// Returns whether no cached key is one of those of another type.
  ///
  /// The answer is cached, because objects of one type are written alike.
  func isDisjoint(from other: EncodedKeys) -> Bool {
    let comparison = (other.state.identity, state.value.version, other.state.value.version)
    if state.value.compared == comparison { return state.value.isDisjoint }
    state.value.compared = comparison
    state.value.isDisjoint = !(0..<state.value.entries.count).contains {
      other.contains(state.value.entries[$0])
    }
    return state.value.isDisjoint
  }

  /// Ends the use of all keys, because names may differ in the next encode call.
  func forget() {
    state.value.active = 0
  }
}

// MARK: - Writing keys

extension JSONWriter {
  /// Returns the text of a key, which a strategy may convert.
  package func converted(_ key: some CodingKey, in level: Int) -> String {
    guard state.convertsKeys, !key.isDataKey else { return key.stringValue }
    return state.keepsKeys
      ? SnakeCase.snakeCase(key.stringValue) : convert(PlaceKey(key: key), in: level)
  }

  // Not of the existential itself, for which the compiler makes a copy for each type of key.
  @inline(never) private func convert(_ key: PlaceKey, in level: Int) -> String {
    guard case .custom(let convert) = options.keys else { return key.key.stringValue }
    return convert(path(of: level) + [key.key]).stringValue
  }

  /// Returns a key as it is written at any level, whose bytes the caller frees.
  func text(of key: some CodingKey) -> KeyText {
    KeyText(key.stringValue, as: converted(key, in: 0), escapingSlashes: state.escapesSlashes)
  }

  /// Records a key that isn't cached with its type, so that repeated ones are found.
  ///
  /// - Parameters:
  ///   - key: The name that is written.
  ///   - level: The level of the object.
  func noteKey(_ key: String, in level: Int) {
    let hash = KeyText.hash(of: key)
    if levels[level].keyType == Self.partKeys { return notePart(hash, in: level) }
    // Without a hash, any key may be equal.
    let bit: UInt64 = hash == 0 ? .max : 1 &<< (hash &>> 40 & 63)
    if levels[level].keys & bit != 0 || hash == 0, !isSurelyNew(key, in: level) {
      noteRepetition(of: key, in: level)
    }
    levels[level].keys |= bit
  }

  /// Returns whether an object surely doesn't have a key, although its bit is that of another one.
  ///
  /// Two keys of a small object have one bit now and then, and to look for repeated keys in the whole
  /// document would take a third of the time. Only small objects are searched, because each further
  /// key would search a large one.
  @inline(never) private func isSurelyNew(_ key: String, in level: Int) -> Bool {
    let start = levels[level].start
    let count = output.count - start
    guard count <= 512, state.segments.count == 0, levels[level].childTable < 0 else {
      return false
    }
    let text = output.written.part(from: start, count: count)
    return key.withContiguousBytes { key in
      func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          && byte != UInt8(ascii: "/")
      }
      guard (0..<key.count).allSatisfy({ isPlain(key[$0]) }) else { return false }
      // With its quotation marks and colon.
      return !(0..<max(0, count - key.count - 2)).contains { place in
        text[place] == UInt8(ascii: "\"") && text.equal(place + 1, key, 0, count: key.count)
          && text.pair(at: place + 1 + key.count) == 0x3a22
      }
    } ?? false
  }

  /// Begins a member for a nested container, whose key no other one has.
  ///
  /// So the bits of other nested containers don't make it a repeated key, as they would in an object
  /// with many: removing repeated keys took two thirds of the time.
  func beginChild<Member>(in level: Int, _ begin: () -> Member) -> Member {
    let others = levels[level].keys & ~levels[level].childKeys
    levels[level].keys = others
    let member = begin()
    levels[level].childKeys |= levels[level].keys & ~others
    levels[level].keys |= levels[level].childKeys
    return member
  }

  /// The type of the keys of an object that was written as it came.
  static var copiedKeys: ObjectIdentifier { ObjectIdentifier(JSONWriter.self) }

  /// The type of the keys of an object whose parts are being written.
  static var partKeys: ObjectIdentifier { ObjectIdentifier(WrittenParts.self) }

  /// Returns a container for an object.
  ///
  /// - Parameters:
  ///   - level: The level of the encoder.
  ///   - serial: Its serial.
  ///   - opened: The level to which it writes at present.
  ///   - reserved: The bits of the keys that the tag of the object has as well.
  /// - Returns: The container.
  @inline(__always) func container<Key: CodingKey>(
    _ level: Int,
    _ serial: Int,
    opened: Int,
    reserving reserved: UInt64 = 0
  ) -> KeyedEncodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    var target = EncodingTarget(level: level, serial: serial, reserved: reserved)
    if levels[opened].keyType == nil { levels[opened].keyType = key }
    if levels[opened].keyType != key { target.isSecond = mix(key, in: opened) }
    return state.containers.withChain(
      for: key,
      orNew: EncodingContainers(cachesKeys: state.keepsKeys && MemoryLayout<Key>.size <= 1)
    ) {
      $0.container(self, target)
    }
  }

  /// Adds another type of keys to an object.
  ///
  /// The tag and the members of an element have two types, which are compared once. Otherwise, the
  /// document is searched for repeated keys.
  ///
  /// - Returns: Whether it is the second one, and has no key of the first one.
  @inline(never) private func mix(_ key: ObjectIdentifier, in level: Int) -> Bool {
    if levels[level].keyType == Self.partKeys, levels[level].serial == state.parts.serial {
      return true
    }
    if levels[level].otherKeyType == key { return true }
    if let first = levels[level].keyType.flatMap({ state.containers[$0] }),
      levels[level].otherKeyType == nil, !state.mayRepeat, !levels[level].hasUncachedKeys,
      state.containers[key]?.isDisjoint(from: first) == true
    {
      levels[level].otherKeyType = key
      state.hasMixedKeys = true
      return true
    }
    state.mayRepeat = true
    // The members of an element that was written as it came are changed.
    if levels[level].keyType == Self.copiedKeys, let last = state.text.marks.last, last.isCopy,
      last.position == levels[level].member
    {
      state.text.marks.removeLast()
    }
    // Any key may be one of the other type.
    levels[level].keys = .max
    levels[level].keyType = key
    return false
  }
}
