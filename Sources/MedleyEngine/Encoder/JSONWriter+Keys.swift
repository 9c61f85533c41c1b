import Foundation
import MedleyBase

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
