import MedleyBase

/// What was found out about a decoder while values were captured.
///
/// It belongs to the decoder of one decode call, whose settings don't change.
///
/// It is safe to send, because only the thread that uses the decoder finds it, and decoders can't be
/// sent.
final class CaptureMemory: @unchecked Sendable {
  /// Whether keyed containers have the keys of the document, which no key strategy converts.
  let showsKeysAsWritten: Bool
  /// The kinds of the last values, by a few bits of their keys.
  @exclusivity(unchecked) private var kinds = [ValueKind](repeating: .string, count: 256)
  /// The kinds of the last elements of arrays, by a few bits of the arrays' keys.
  @exclusivity(unchecked) private var elementKinds = [ValueKind](repeating: .string, count: 256)
  /// The layouts of the last objects.
  @exclusivity(unchecked) private var layouts: [ObjectLayout] = []
  /// The layout that was found or made last.
  @exclusivity(unchecked) private var last = 0
  private static let layoutCount = 8

  private init(showsKeysAsWritten: Bool) {
    self.showsKeysAsWritten = showsKeysAsWritten
  }

  // MARK: - Remembering objects

  /// Returns the layout of an object with some keys.
  func layout(of keys: [String]) -> ObjectLayout {
    var place = unsafe last
    for _ in unsafe layouts.indices {
      if unsafe layouts[place].has(keys) {
        unsafe last = place
        return unsafe layouts[place]
      }
      place = unsafe place == 0 ? layouts.count - 1 : place - 1
    }
    var keys = keys
    keys.putInOrder()
    let layout = ObjectLayout(keys, keys.map { unsafe kinds[Self.slot(of: $0)] })
    guard layout.isComparable else { return layout }
    if unsafe layouts.count < Self.layoutCount {
      unsafe last = layouts.count
      unsafe layouts.append(layout)
    } else {
      unsafe last = (last + 1) % Self.layoutCount
      unsafe layouts[last] = layout
    }
    return layout
  }

  /// Notes the kind of a value.
  func learn(_ kind: ValueKind, of index: Int, in layout: ObjectLayout) {
    layout[index] = kind
    unsafe kinds[Self.slot(of: layout.keys[index])] = kind
  }

  /// Returns the probable kind of the elements of an array.
  func elementKind(_ slot: Int) -> ValueKind { unsafe elementKinds[slot] }

  /// Notes the kind of the last element of an array.
  func learn(_ kind: ValueKind, ofElementsIn slot: Int) { unsafe elementKinds[slot] = kind }

  /// The position of the kind of a key; several keys may share one.
  static func slot(of key: String) -> Int {
    let units = key.utf8
    guard let first = units.first, let last = units.last else { return 0 }
    return (Int(first) &* 7 &+ Int(last) &* 31 &+ units.count) & 0xff
  }

  // MARK: - Finding

  private struct Entry: @unchecked Sendable {
    /// The identity of the decoder.
    var id: ObjectIdentifier?
    /// The decoder itself, so that no other one gets its identity while the entry exists.
    ///
    /// A weak reference would make each counted reference to a decoder slower, 8 % of the time for
    /// an unknown element.
    // Sound: it is only stored, and not used.
    unowned var decoder: AnyObject?
    var memory: CaptureMemory?
  }

  private struct Recent: Sendable {
    var entries = [Entry](repeating: Entry(), count: 8)
    /// The entry that was found or made last.
    var last = 0

    /// Finds the memory of an object, the last one first.
    mutating func memory(of object: ObjectIdentifier) -> CaptureMemory? {
      for _ in entries.indices {
        if entries[last].id == object { return entries[last].memory }
        last = last == 0 ? entries.count - 1 : last - 1
      }
      return nil
    }
  }

  /// The memory of the decoders that were used last, as several threads may decode.
  private static let recent = Lock(Recent())

  /// Returns the memory of the decoder of a value of some kind, or nil if nothing can be found out.
  static func of(_ decoder: some Decoder, as shape: ElementShape) -> CaptureMemory? {
    guard type(of: decoder) is AnyObject.Type else { return nil }
    // Sound: the decoder is an object, and the lock only stores a reference to it that isn't used. A
    // conversion takes 4,000 instructions.
    nonisolated(unsafe) let object = unsafe unsafeBitCast(decoder, to: AnyObject.self)
    let id = unsafe ObjectIdentifier(object)
    if let known = recent.withLock({ $0.memory(of: id) }) { return known }
    // Only an object tells it.
    guard shape == .object, let isAsWritten = DictionaryProbe.readsOrdinarily(decoder) else {
      return nil
    }
    let new = CaptureMemory(showsKeysAsWritten: isAsWritten)
    recent.withLock { recent in
      recent.last = (recent.last + 1) % recent.entries.count
      recent.entries[recent.last] = unsafe Entry(id: id, decoder: object, memory: new)
    }
    return new
  }
}

// MARK: - Remembering objects

/// The keys of an object, in order, and the probable kinds of their values.
///
/// Most objects have the keys of one before. To find that out takes a third of sorting them and
/// looking up the kinds.
///
/// It is a class, because objects inside may replace it where it is found.
final class ObjectLayout {
  let keys: [String]
  // The decoder is used by one thread, so run-time checks for exclusivity aren't needed.
  @exclusivity(unchecked) private var kinds: [ValueKind]

  init(_ keys: [String], _ kinds: [ValueKind]) {
    self.keys = keys
    unsafe self.kinds = kinds
  }

  subscript(index: Int) -> ValueKind {
    get { unsafe kinds[index] }
    set { unsafe kinds[index] = newValue }
  }

  /// Whether the keys are few and short, and ASCII: those of the same length are equal only by code
  /// unit.
  var isComparable: Bool {
    keys.count <= 16
      && keys.allSatisfy { $0.utf8.count <= 64 && $0.utf8.allSatisfy { $0 < 0x80 } }
  }

  /// Compares the keys with those of an object, in any order.
  ///
  /// - Parameter others: The keys of the object, none of which is equal to another.
  /// - Returns: Whether they are the same.
  func has(_ others: [String]) -> Bool {
    others.count == keys.count
      && others.allSatisfy { other in
        let count = other.utf8.count
        return keys.contains { $0.utf8.count == count && $0 == other }
      }
  }
}

// MARK: - Finding the kind

/// A kind of value that a decoder shows.
enum ValueKind: UInt8 {
  case string
  case integer
  case double
  case boolean
  case array
  case object
}

// MARK: - Finding key strategies

/// The type of the keys by which a decoder reads a dictionary, thrown when it is found out.
private struct KeyType: Error {
  let type: any Any.Type

  /// Returns the type that a function throws, or nil.
  static func found(by decode: () throws -> Void) -> (any Any.Type)? {
    do { try decode() } catch { return (error as? KeyType)?.type }
    return nil
  }
}

/// A value that a decoder decodes as a member of a dictionary, to find out how it does that.
///
/// A decoder with a key strategy reads a dictionary with strings as keys by itself, since their keys
/// are data. Without one, it has the standard library read it through a keyed container, as any
/// other type. Both have the same keys then.
private struct DictionaryProbe: Decodable {
  init(from decoder: any Decoder) throws {
    throw KeyType(type: decoder.codingPath.last.map { type(of: $0) } ?? Never.self)
  }

  /// Returns whether a dictionary is read through an ordinary keyed container; nil if it is empty.
  static func readsOrdinarily(_ decoder: any Decoder) -> Bool? {
    KeyType.found {
      _ = try decoder.singleValueContainer().decode([String: DictionaryProbe].self)
    }.map { $0 == KeyTypeDecoder.dictionaryKey }
  }
}

/// A decoder that finds out by which keys the standard library reads a dictionary.
struct KeyTypeDecoder: Decoder {
  /// The type of the keys by which the standard library reads and writes dictionaries.
  static let dictionaryKey: any Any.Type =
    KeyType.found { _ = try [String: DictionaryProbe](from: KeyTypeDecoder()) } ?? Never.self

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw KeyType(type: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw KeyType(type: Never.self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw KeyType(type: Never.self)
  }
}
