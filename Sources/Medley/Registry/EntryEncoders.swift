import Synchronization

/// What encoding needs to know of the types of a registry, which is found when it is first used.
///
/// An encoder tests its type for five protocols. The first test of a type searches all conformances
/// of the process: 1,130,000 instructions for a type, half of what a first call on `JSONDecoder`
/// takes, and many programs only decode.
final class EntryEncoders: Sendable {
  private let make: @Sendable () -> EntryEncoderList
  private let made = Lock<EntryEncoderList?>(nil)
  /// A `PublishedEncoders`, on systems that have it.
  private let published: (any AnyObject & Sendable)?

  init(_ make: @escaping @Sendable () -> EntryEncoderList) {
    self.make = make
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      published = PublishedEncoders()
    } else {
      published = nil
    }
  }

  /// The encoders by position.
  var list: EntryEncoderList {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let published {
      // Sound: `init` has stored nothing else.
      let published = unsafe unsafeDowncast(published, to: PublishedEncoders.self)
      if let list = published.list { return list }
      published.publish(all)
    }
    return all
  }

  @inline(never) private var all: EntryEncoderList {
    if let made = made.withLock({ $0 }) { return made }
    // Without the lock: a conformance that is found for the first time may run code of the app.
    let new = make()
    return made.withLock { made in
      let all = made ?? new
      made = all
      return all
    }
  }
}

/// A class, so that it is published as one reference.
final class EntryEncoderList: Sendable {
  private let encoders: [AnyEntryEncoder]
  /// The encoders with a function that gets the payload out of a base.
  let extracted: [ExtractedEncoder]
  /// Whether each base is an enum or struct that is no payload itself.
  let isPlainEnum: Bool
  /// The encoders of values that are payloads which only need their tag, by type.
  let direct: DirectEncoders

  init(
    _ encoders: [AnyEntryEncoder],
    extracted: [ExtractedEncoder],
    isPlainEnum: Bool,
    direct: DirectEncoders
  ) {
    self.encoders = encoders
    self.extracted = extracted
    self.isPlainEnum = isPlainEnum
    self.direct = direct
  }

  subscript(position: Int) -> AnyEntryEncoder { encoders[position] }
}

/// The encoder of payloads that a function gets out of a base, and their tag.
final class ExtractedEncoder: Sendable {
  private let encoder: AnyEntryEncoder
  let tag: PayloadTag
  /// The tag, if payloads need no more than that.
  let plainTag: PlainTag?

  init(_ encoder: AnyEntryEncoder, _ tag: PayloadTag) {
    self.encoder = encoder
    self.tag = tag
    plainTag = encoder.isDirect ? tag.plain.flatMap { $0.isMember ? $0 : nil } : nil
  }

  /// Encodes the payload that the function gets out of a base of the registry.
  ///
  /// - Returns: False, with nothing encoded, if the base holds another payload.
  @inline(__always) func encode<Base>(_ base: Base, to encoder: any Encoder) throws -> Bool {
    // Sound: the encoders of a registry are for its base.
    try unsafe unsafeDowncast(self.encoder, to: EntryEncoder<Base>.self)
      .encodePayload(in: base, by: self, to: encoder)
  }
}

/// The encoders of payloads that only need their tag, by type.
struct DirectEncoders: Sendable {
  private var encoders = TypeTable<DirectEncoder>()

  subscript(type: any Any.Type) -> DirectEncoder? {
    get { encoders[ObjectIdentifier(type)] }
    set { if let newValue { encoders.insert(newValue, for: ObjectIdentifier(type)) } }
  }
}

/// The encoder of payloads of one type, and their tag.
///
/// It is a class, so that finding it copies one reference.
final class DirectEncoder: Sendable {
  private let encoder: AnyEntryEncoder
  private let tag: PlainTag

  /// Creates the encoder of payloads, or nil if they need more than the tag.
  init?(_ encoder: AnyEntryEncoder, _ tag: PayloadTag) {
    guard encoder.isDirect, let tag = tag.plain, tag.isMember else { return nil }
    self.encoder = encoder
    self.tag = tag
  }

  /// Encodes a base of the registry, which is the payload.
  ///
  /// - Returns: False, with nothing encoded, if it isn't.
  func encode<Base>(_ base: consuming Base, to output: some ElementOutput) throws -> Bool {
    // Sound: the encoders of a registry are for its base.
    try unsafe unsafeDowncast(encoder, to: EntryEncoder<Base>.self)
      .encode(base: base, tagged: tag, to: output)
  }
}

/// The list of encoders, which is read without a lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@safe private final class PublishedEncoders: Sendable {
  /// `AtomicLazyReference` would take 570 instructions for each reading.
  private let published = unsafe Atomic<Unmanaged<EntryEncoderList>?>(nil)

  // Sound, all of it: the list is retained until this object goes, and never replaced.

  deinit {
    unsafe published.load(ordering: .acquiring)?.release()
  }

  var list: EntryEncoderList? {
    unsafe published.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  func publish(_ new: EntryEncoderList) {
    let retained = unsafe Unmanaged.passRetained(new)
    let isFirst = unsafe published.compareExchange(
      expected: nil,
      desired: retained,
      ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { unsafe retained.release() }
  }
}
