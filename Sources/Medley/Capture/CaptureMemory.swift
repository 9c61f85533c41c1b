import MedleyBase

/// What was found out about a decoder while values were captured.
///
/// It belongs to the decoder of one decode call, whose settings don't change.
///
/// It is safe to send, because only the thread that uses the decoder finds it, and decoders can't be
/// sent.
final class CaptureMemory: @unchecked Sendable {
  private let decoder: RememberedObject
  /// Whether keyed containers have the keys of the document, which no key strategy converts.
  let showsKeysAsWritten: Bool
  /// The kinds of the last values and of the last elements of arrays, by a few bits of their keys.
  private var kinds = [ValueKind](repeating: .string, count: 2048)

  private init(_ decoder: AnyObject, showsKeysAsWritten: Bool) {
    self.decoder = RememberedObject(decoder)
    self.showsKeysAsWritten = showsKeysAsWritten
  }

  /// The kind of the last value with a slot.
  subscript(slot: Int) -> ValueKind {
    get { kinds[slot] }
    set { kinds[slot] = newValue }
  }

  /// The slot of the values of a key; several keys may share one.
  ///
  /// That of the elements, if the value is an array, is the next.
  static func slot(of key: String) -> Int {
    var hash = 0
    for byte in key.utf8 { hash = hash &* 31 &+ Int(byte) }
    return hash &* 2 & 0x7ff
  }

  // MARK: - Finding

  /// The memories of the decoders that were used last, as several threads may decode.
  private static let recent = Lock<[CaptureMemory]>([])

  /// Returns the memory of the decoder of a value of some kind, or nil if nothing can be found out.
  static func of(_ decoder: some Decoder, as shape: ValueKind) -> CaptureMemory? {
    guard type(of: decoder) is AnyObject.Type else { return nil }
    // Sound: the decoder is an object. A conversion takes 4,000 instructions.
    let object = unsafe unsafeBitCast(decoder, to: AnyObject.self)
    let id = ObjectIdentifier(object)
    let known = recent.withLock { $0.first { $0.decoder.identity == id } }
    if let known { return known }
    // Only an object tells it.
    guard shape == .object, let isAsWritten = DictionaryProbe.readsOrdinarily(decoder) else {
      return nil
    }
    let new = CaptureMemory(object, showsKeysAsWritten: isAsWritten)
    recent.withLock { recent in
      if recent.count == 8 { recent.remove(at: 0) }
      recent.append(new)
    }
    return new
  }
}

// MARK: - Finding key strategies

/// The type of the keys by which a decoder reads a dictionary, thrown when it is found out.
private struct KeyType: Error {
  let type: any Any.Type
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
    do {
      _ = try decoder.singleValueContainer().decode([String: DictionaryProbe].self)
      return nil
    } catch {
      return (error as? KeyType).map { $0.type == CustomInitProbe.dictionaryKey }
    }
  }
}
