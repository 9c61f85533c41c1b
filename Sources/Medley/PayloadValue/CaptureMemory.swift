/// What was found out about a decoder while values were captured.
///
/// It lives as long as the decoder of one decode call, which is found by a weak reference.
///
/// It is safe to send, because only the thread that uses the decoder finds it, and decoders can't be
/// sent.
final class CaptureMemory: @unchecked Sendable {
  /// Whether keyed containers have the keys of the document, which no key strategy converts.
  let showsKeysAsWritten: Bool
  /// The kinds of the last values, by a few bits of their keys.
  @exclusivity(unchecked) var kinds = [ValueKind](repeating: .string, count: 256)

  private init(showsKeysAsWritten: Bool) {
    self.showsKeysAsWritten = showsKeysAsWritten
  }

  /// The position of the kind of a key; several keys may share one.
  static func slot(of key: String) -> Int {
    let units = key.utf8
    guard let first = units.first, let last = units.last else { return 0 }
    return (Int(first) &* 7 &+ Int(last) &* 31 &+ units.count) & 0xff
  }

  // MARK: - Finding

  private struct Entry: @unchecked Sendable {
    // Sound: it is only compared, and not used.
    weak var decoder: AnyObject?
    var memory: CaptureMemory?
  }

  private struct Recent: Sendable {
    var entries = [Entry](repeating: Entry(), count: 8)
    /// The entry that was found or made last.
    var last = 0

    /// Finds the memory of an object, the last one first.
    mutating func memory(of object: AnyObject) -> CaptureMemory? {
      for _ in entries.indices {
        if entries[last].decoder === object { return entries[last].memory }
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
    // Sound: the decoder is an object, and the lock only compares it and refers to it weakly. A
    // conversion takes 4,000 instructions.
    nonisolated(unsafe) let object = unsafe unsafeBitCast(decoder, to: AnyObject.self)
    if let known = recent.withLock({ unsafe $0.memory(of: object) }) { return known }
    // Only an object tells it.
    guard shape == .object, let isAsWritten = DictionaryProbe.readsOrdinarily(decoder) else {
      return nil
    }
    let new = CaptureMemory(showsKeysAsWritten: isAsWritten)
    recent.withLock { recent in
      recent.last = (recent.last + 1) % recent.entries.count
      recent.entries[recent.last] = unsafe Entry(decoder: object, memory: new)
    }
    return new
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

/// A value that a decoder decodes as a member of a dictionary, to find out how it does that.
///
/// A decoder with a key strategy reads a dictionary with strings as keys by itself, since their keys
/// are data. Without one, it has the standard library read it through a keyed container, as any
/// other type. Both have the same keys then.
private struct DictionaryProbe: Decodable {
  private struct Key: Error {
    let type: any Any.Type
  }

  init(from decoder: any Decoder) throws {
    throw Key(type: decoder.codingPath.last.map { type(of: $0) } ?? Never.self)
  }

  /// Returns whether a dictionary is read through an ordinary keyed container; nil if it is empty.
  static func readsOrdinarily(_ decoder: any Decoder) -> Bool? {
    do {
      _ = try decoder.singleValueContainer().decode([String: DictionaryProbe].self)
    } catch let key as Key {
      return key.type == KeyTypeDecoder.dictionaryKey
    } catch {}
    return nil
  }
}

/// A decoder that finds out by which keys the standard library reads a dictionary.
private struct KeyTypeDecoder: Decoder {
  private struct Key: Error {
    let type: any Any.Type
  }

  static let dictionaryKey: any Any.Type = {
    do {
      _ = try [String: DictionaryProbe](from: KeyTypeDecoder())
    } catch let key as Key {
      return key.type
    } catch {}
    return Never.self
  }()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Self.Key(type: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Key(type: Never.self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw Key(type: Never.self)
  }
}

// MARK: - Listing keys

/// The keys of an object, listed without making them.
///
/// An array of keys takes 3,000 instructions for each: it is made in generic code, converted to
/// existentials, and back. So ``WireKey`` notes the string while keys are collected, and isn't made.
///
/// It is safe to send, because one synchronous call has it.
final class KeyCollector: @unchecked Sendable {
  @TaskLocal static var current: KeyCollector?

  @exclusivity(unchecked) private var keys: [String] = []

  private init() {
    // Growing takes 1,100 instructions for six keys.
    unsafe keys.reserveCapacity(16)
  }

  func insert(_ key: String) { unsafe keys.append(key) }

  /// Returns the keys of a container of Foundation's decoders, which leave out a key that can't be
  /// made.
  static func keys(of container: KeyedDecodingContainer<WireKey>) -> [String] {
    let collector = KeyCollector()
    let made = $current.withValue(collector) { container.allKeys }
    var keys = unsafe collector.keys
    // So that the caller can sort them in place.
    unsafe collector.keys = []
    if !made.isEmpty { keys += made.map(\.stringValue) }
    return keys
  }
}
