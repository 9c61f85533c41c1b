/// A key of Medley's own, which knows whether the payload states it.
package protocol OwnKey: CodingKey {
  /// Whether the key is that of a dictionary.
  var isOfDictionary: Bool { get }

  /// Whether the key is encoded as it is, whatever the key strategy.
  var isData: Bool { get }
}

extension OwnKey {
  package var isData: Bool { false }
}

extension CodingKey {
  /// Whether a key of this type can have a text of its own, which may be the payload's.
  ///
  /// An enum without payloads has at most two bytes, unless it has more than 65,536 cases.
  package static var mayHaveText: Bool { MemoryLayout<Self>.size > 2 }
}
