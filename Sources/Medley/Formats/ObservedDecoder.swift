/// A decoder that shows an observer what a type asks another decoder for.
///
/// The core recognises it by its type. The decoder of an optional part of a composition is one, in
/// MedleyComposition.
package struct ObservedDecoder: Decoder, WrappingCoder {
  let base: any Decoder
  private let observer: any DecoderObserver

  package init(_ base: any Decoder, by observer: any DecoderObserver) {
    self.base = base
    self.observer = observer
  }

  package var wrapped: Any? { base }
  package var codingPath: [any CodingKey] { base.codingPath }
  package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    observer.observed(try base.container(keyedBy: type))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try base.unkeyedContainer()
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    observer.noteWhole(base)
    return try base.singleValueContainer()
  }
}

/// What an ``ObservedDecoder`` shows what a type asks for.
package protocol DecoderObserver {
  /// Returns a container that shows which members are asked for.
  func observed<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>
  ) -> KeyedDecodingContainer<Key>

  /// Notes that the value of a decoder is read as a whole.
  func noteWhole(_ decoder: any Decoder)
}
