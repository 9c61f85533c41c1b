import Foundation
import MedleyBase

/// A cache of the keys of one type, as the bytes to write.
///
/// A key type with at most 256 cases without payloads is one byte, and the byte stands for the
/// bytes of the key, with quotation marks and colon. The name is read once in each encode call,
/// because it may change. There is room for as many keys as were written.
@safe struct EncodedKeys {
  @safe private struct Entry {
    fileprivate(set) var bytes: UnsafeMutableRawPointer?
    fileprivate(set) var count = 0
    fileprivate var name = ""
    /// Whether another key is written with the same bytes.
    fileprivate var isRepeated = false
  }

  /// A cached key.
  struct Key {
    fileprivate let keys: EncodedKeys
    fileprivate let number: Int

    /// The name, as the type has it.
    var name: String { unsafe keys.entries[number].name }
  }

  @safe private struct State {
    /// The cached keys; the memory moves when it grows.
    var entries = UnsafeMutablePointer<Entry>.allocate(capacity: 0)
    var capacity = 0
    /// The keys whose names were read in this encode call.
    var active: UInt64 = 0
    /// The keys that were compared last, and their versions.
    var other: UnsafeMutablePointer<State>?
    var otherVersion = 0
    var comparedVersion = 0
    var isDisjointFromOther = false
    /// The number of names that were learnt.
    var version = 0
  }

  /// The largest number of cached keys of a type: one for each bit of `State.active`.
  static let largestCount = 64
  /// The number of keys that there is room for with the first one.
  private static let firstCount = 8

  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  // Sound, all of it: there are `capacity` entries, and callers read those that were learnt.

  @inline(__always) private var entries: UnsafeMutablePointer<Entry> {
    unsafe state.pointee.entries
  }

  private var capacity: Int { unsafe state.pointee.capacity }

  func deallocate() {
    for number in 0..<capacity { unsafe entries[number].bytes?.deallocate() }
    unsafe entries.deinitialize(count: capacity)
    unsafe entries.deallocate()
    unsafe state.deallocate()
  }

  /// Makes room for a key, at most `largestCount`.
  @inline(never) private func reserve(_ number: Int) {
    var grown = max(Self.firstCount, capacity)
    while grown <= number { grown *= 2 }
    let old = unsafe entries
    let new = UnsafeMutablePointer<Entry>.allocate(capacity: grown)
    unsafe new.moveInitialize(from: old, count: capacity)
    unsafe (new + capacity).initialize(repeating: Entry(), count: grown - capacity)
    unsafe old.deallocate()
    unsafe state.pointee.entries = new
    unsafe state.pointee.capacity = grown
  }

  /// The bytes to reserve for a key.
  @inline(__always) func size(of number: Int) -> Int { unsafe entries[number].count &+ 16 }

  @inline(__always) func isActive(_ number: Int) -> Bool {
    unsafe state.pointee.active &>> UInt64(truncatingIfNeeded: number) & 1 != 0
  }

  /// Writes a key to reserved memory, sixteen bytes at a time.
  @inline(__always) func write(_ number: Int, to output: inout ByteBuffer) {
    unsafe output.write(
      blocks: entries[number].bytes.unsafelyUnwrapped,
      count: entries[number].count
    )
  }

  func key(_ number: Int) -> Key { Key(keys: self, number: number) }

  /// What is known of a key when its name is read.
  enum Learnt {
    /// It is cached.
    case known
    /// It is cached, and another key is written with the same bytes.
    case repeated
    /// It isn't cached under its name.
    case new(String)
  }

  /// Notes the name of a key in an encode call.
  @inline(__always) func learn(_ name: String, at number: Int) -> Learnt {
    if number >= capacity { reserve(number) }
    unsafe state.pointee.active |= 1 &<< UInt64(truncatingIfNeeded: number)
    guard unsafe entries[number].bytes != nil && entries[number].name == name else {
      return .new(name)
    }
    return isRepeated(number) ? .repeated : .known
  }

  /// Whether another key is written with the same bytes.
  func isRepeated(_ number: Int) -> Bool { unsafe entries[number].isRepeated }

  /// Caches a key.
  ///
  /// - Parameters:
  ///   - name: The name of the key.
  ///   - number: The byte of the key.
  ///   - text: Appends the bytes to write, without the colon.
  @inline(never) func insert(_ name: String, at number: Int, _ text: (inout ByteBuffer) -> Void) {
    var buffer = ByteBuffer(capacity: 64)
    text(&buffer)
    buffer.append(UInt8(ascii: ":"))
    let count = buffer.count
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: (count + 15) & ~15, alignment: 16)
    unsafe bytes.copyMemory(from: buffer.base, byteCount: count)
    buffer.deallocate()
    unsafe entries[number].bytes?.deallocate()
    unsafe entries[number].bytes = nil
    var entry = Entry()
    unsafe entry.bytes = bytes
    entry.count = count
    entry.name = name
    entry.isRepeated = contains(entry)
    let isRepeated = entry.isRepeated
    unsafe entries[number] = entry
    unsafe state.pointee.version &+= 1
    // The other one may be written last.
    if isRepeated {
      for other in 0..<capacity { unsafe entries[other].isRepeated = true }
    }
  }

  /// Returns whether there is a key with the name or the bytes of another one.
  ///
  /// Strings can be equal without having the same bytes.
  private func contains(_ other: Entry) -> Bool {
    (0..<capacity).contains { number in
      guard let bytes = unsafe entries[number].bytes, let otherBytes = unsafe other.bytes
      else { return false }
      return unsafe entries[number].name == other.name
        || entries[number].count == other.count && memcmp(bytes, otherBytes, other.count) == 0
    }
  }

  /// Returns whether no cached key is one of those of another type.
  ///
  /// The answer is cached, because objects of one type are written alike.
  func isDisjoint(from other: EncodedKeys) -> Bool {
    // Sound: a state that was compared is read only if it is that of the other keys.
    if unsafe state.pointee.other == other.state,
      unsafe state.pointee.otherVersion == other.state.pointee.version,
      unsafe state.pointee.comparedVersion == state.pointee.version
    {
      return unsafe state.pointee.isDisjointFromOther
    }
    let isDisjoint = !(0..<capacity).contains { number in
      unsafe entries[number].bytes != nil && other.contains(entries[number])
    }
    unsafe state.pointee.other = other.state
    unsafe state.pointee.otherVersion = other.state.pointee.version
    unsafe state.pointee.comparedVersion = state.pointee.version
    unsafe state.pointee.isDisjointFromOther = isDisjoint
    return isDisjoint
  }

  /// Ends the use of all keys, because names may differ in the next encode call.
  func forget() {
    unsafe state.pointee.active = 0
  }
}

extension ByteBuffer {
  /// Copies whole blocks of sixteen bytes to reserved memory, of which only some bytes count.
  @inline(__always) mutating func write(
    blocks: UnsafeMutableRawPointer,
    count: Int
  ) {
    assert(capacity - self.count >= count + 15)
    let target = unsafe UnsafeMutableRawPointer(base + self.count)
    var offset = 0
    repeat {
      // Sound: both have room for whole blocks.
      let block = unsafe blocks.load(fromByteOffset: offset, as: SIMD2<UInt64>.self)
      unsafe target.storeBytes(of: block, toByteOffset: offset, as: SIMD2<UInt64>.self)
      offset &+= 16
    } while offset < count
    self.count &+= count
  }
}

// MARK: - Writing keys

extension JSONWriter {
  /// Returns the text of a key, which a strategy may convert.
  package func converted(_ key: some CodingKey, in level: Int) -> String {
    guard convertsKeys, !isData(key) else { return key.stringValue }
    switch options.keys {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase: return SnakeCase.snakeCase(key.stringValue)
    case .custom(let convert): return convert(path(of: level) + [key]).stringValue
    @unknown default: return key.stringValue
    }
  }

  /// Whether a key is one of a dictionary among the members of an object.
  @inline(never) private func isData(_ key: some CodingKey) -> Bool {
    guard ObjectIdentifier(type(of: key)) == EngineExtension.linkedKeyType else { return false }
    return (key as? any OwnKey)?.isData ?? false
  }

  /// Records a key that isn't cached, so that repeated ones are found.
  func noteKey(_ key: String, in level: Int) {
    let bit: UInt64? = unsafe key.utf8.withContiguousStorageIfAvailable { text in
      var hash = UInt64(truncatingIfNeeded: text.count)
      var all: UInt8 = 0
      for position in 0..<text.count {
        let byte = unsafe text[position]
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        all |= byte
      }
      // Strings may be equal without having the same bytes.
      return all < 0x80 ? 1 &<< (hash &>> 40 & 63) : .max
    }
    if levels[level].keys & (bit ?? .max) != 0 || bit == .max {
      noteRepetition(of: key, in: level)
    }
    levels[level].keys |= bit ?? .max
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

  /// Makes an element that was written as it came one whose members are changed.
  private func changeCopy(_ level: Int) {
    guard levels[level].keyType == Self.copiedKeys else { return }
    let start = levels[level].member
    if copies.last?.lowerBound == start { copies.removeLast() }
  }

  /// Returns a container for an object.
  ///
  /// - Parameters:
  ///   - type: The type of the keys.
  ///   - level: The level of the encoder.
  ///   - serial: Its serial.
  ///   - opened: The level to which it writes at present.
  /// - Returns: The container.
  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ level: Int,
    _ serial: Int,
    opened: Int
  ) -> KeyedEncodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    var target = EncodingTarget(level: level, serial: serial)
    if levels[opened].keyType != key {
      if levels[opened].keyType == nil {
        levels[opened].keyType = key
        levels[opened].keyNumber = nil
      } else {
        target.isSecond = mix(key, in: opened)
      }
    }
    return withContainers { $0.container(keyedBy: type, self, target) }
  }

  /// Adds another type of keys to an object.
  ///
  /// The tag and the members of an element have two types, which are compared once. Otherwise, the
  /// document is searched for repeated keys.
  ///
  /// - Returns: Whether it is the second one, and has no key of the first one.
  @inline(never) private func mix(_ key: ObjectIdentifier, in level: Int) -> Bool {
    if levels[level].otherKeyType == key { return true }
    if let first = levels[level].keyType, levels[level].otherKeyType == nil, !mayRepeat,
      !levels[level].hasUncachedKeys, withContainers({ $0.areDisjoint(key, first) })
    {
      levels[level].otherKeyType = key
      levels[level].keyNumber = nil
      hasMixedKeys = true
      return true
    }
    mayRepeat = true
    changeCopy(level)
    // Any key may be one of the other type.
    levels[level].keys = .max
    levels[level].keyType = key
    levels[level].keyNumber = nil
    return false
  }
}
