import MedleyBase
import Synchronization

/// What encoding needs to know of the types of a registry, which is found when it is first used.
///
/// An encoder tests its type for five protocols. The first test of a type searches all conformances
/// of the process: 1,130,000 instructions for a type, half of what a first call on `JSONDecoder`
/// takes, and many programs only decode.
@safe final class EntryEncoders: Sendable {
  private let make: @Sendable () -> EntryEncoderList
  private let made = Lock<EntryEncoderList?>(nil)
  /// A `PublishedEncoders`, on systems that have it.
  private let published: (any AnyObject & Sendable)?
  // Sound: `published` retains it, and it can be sent.
  nonisolated(unsafe) private let publishedReference: Unmanaged<AnyObject>?

  init(_ make: @escaping @Sendable () -> EntryEncoderList) {
    self.make = make
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      published = PublishedEncoders()
    } else {
      published = nil
    }
    unsafe publishedReference = published.map { unsafe .passUnretained($0) }
  }

  /// The encoders by position.
  var list: EntryEncoderList { unsafe unretainedList.takeUnretainedValue() }

  /// The encoders by position, without counting references.
  ///
  /// They are valid as long as this object, which retains them and never replaces them.
  var unretainedList: Unmanaged<EntryEncoderList> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let reference = unsafe publishedReference
    {
      // Sound: `init` has stored nothing else, and retains it.
      let list = unsafe reference._withUnsafeGuaranteedRef {
        unsafe unsafeDowncast($0, to: PublishedEncoders.self).list
      }
      if let list = unsafe list { return unsafe list }
      unsafe reference._withUnsafeGuaranteedRef {
        unsafe unsafeDowncast($0, to: PublishedEncoders.self).publish(all)
      }
    }
    return unsafe .passUnretained(all)
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
@safe final class EntryEncoderList: Sendable {
  /// The encoders of the entries, by position, and then that of the type for unknown payloads.
  private let encoders: [AnyEntryEncoder]
  /// The tags of the entries, by position.
  let tags: [PayloadTag]
  /// The encoders with a function that gets the payload out of a base.
  private let extracted: [ExtractedEncoder]
  /// The same, without counting references.
  let unretained: [Unmanaged<ExtractedEncoder>]
  /// The encoders of payloads whose type alone tells the entry, by type, for enums that state them.
  let stated: TypeTable<ExtractedEncoder>
  /// Whether the base may state its payloads.
  let isEnum: Bool
  /// Whether each base is an enum or struct that is no payload itself.
  let isPlainEnum: Bool
  /// The encoders of values that are payloads which only need their tag, by type.
  let direct: DirectEncoders

  init(
    _ encoders: [AnyEntryEncoder],
    tags: [PayloadTag],
    extracted: [ExtractedEncoder],
    stated: TypeTable<ExtractedEncoder>,
    isEnum: Bool,
    isPlainEnum: Bool,
    direct: DirectEncoders
  ) {
    self.encoders = encoders
    self.tags = tags
    self.extracted = extracted
    self.stated = stated
    self.isEnum = isEnum
    unsafe unretained = extracted.map { unsafe .passUnretained($0) }
    self.isPlainEnum = isPlainEnum
    self.direct = direct
  }

  subscript(position: Int) -> AnyEntryEncoder { encoders[position] }
}

/// The encoder of payloads that a function gets out of a base, and their tag.
@safe final class ExtractedEncoder: Sendable {
  private let encoder: AnyEntryEncoder
  private let reference: Unmanaged<AnyEntryEncoder>
  let tag: PayloadTag
  /// The tag, if payloads need no more than that.
  let plainTag: PlainTag?

  init(_ encoder: AnyEntryEncoder, _ tag: PayloadTag) {
    self.encoder = encoder
    unsafe reference = .passUnretained(encoder)
    self.tag = tag
    plainTag = encoder.isDirect ? tag.plain.flatMap { $0.isMember ? $0 : nil } : nil
  }

  /// Encodes a payload of the entry's type.
  func encode<Base>(
    payload: some Encodable,
    of base: Base.Type,
    to encoder: any Encoder
  ) throws {
    // Sound: as below.
    try unsafe unsafeDowncast(self.encoder, to: EntryEncoder<Base>.self)
      .encode(payload, tagged: tag, to: encoder)
  }

  /// Encodes the payload that the function gets out of a base of the registry.
  ///
  /// - Returns: False, with nothing encoded, if the base holds another payload.
  @inline(__always) func encode<Base>(_ base: Base, to encoder: any Encoder) throws -> Bool {
    // Sound: the encoders of a registry are for its base, and this object retains its one.
    try unsafe reference._withUnsafeGuaranteedRef {
      try unsafe unsafeDowncast($0, to: EntryEncoder<Base>.self)
        .encodePayload(in: base, by: self, to: encoder)
    }
  }
}

/// The encoders of payloads that only need their tag, by type.
struct DirectEncoders: Sendable {
  private var encoders = TypeTable<DirectEncoder>()
  /// What the encoders refer to.
  private var owners: [any AnyObject & Sendable] = []

  /// Returns the encoder of a type, which is valid as long as this value.
  subscript(type: any Any.Type) -> DirectEncoder? { encoders[ObjectIdentifier(type)] }

  /// Adds the encoder of a type, unless payloads need more than the tag.
  mutating func insert(_ encoder: AnyEntryEncoder, _ tag: PayloadTag, for type: any Any.Type) {
    guard encoder.isDirect, let tag = tag.plain, tag.isMember else { return }
    owners += [encoder, tag]
    encoders.insert(DirectEncoder(encoder, tag), for: ObjectIdentifier(type))
  }
}

/// The encoder of payloads of one type, and their tag.
///
/// It retains neither, because counting references takes a tenth of an element's time.
@safe struct DirectEncoder: Sendable {
  private let encoder: Unmanaged<AnyEntryEncoder>
  private let tag: Unmanaged<PlainTag>

  // Sound, both: `DirectEncoders` retains them, and outlives the use of this value.

  fileprivate init(_ encoder: AnyEntryEncoder, _ tag: PlainTag) {
    unsafe self.encoder = .passUnretained(encoder)
    unsafe self.tag = .passUnretained(tag)
  }

  /// Encodes a base of the registry, which is the payload, and takes it.
  ///
  /// - Returns: False, with nothing encoded, if it isn't.
  @inline(__always) func encode(_ base: inout Any?, to output: some ElementOutput) throws -> Bool {
    try unsafe encoder._withUnsafeGuaranteedRef { encoder in
      try unsafe tag._withUnsafeGuaranteedRef {
        try encoder.encode(base: &base, tagged: $0, to: output)
      }
    }
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

  var list: Unmanaged<EntryEncoderList>? { unsafe published.load(ordering: .acquiring) }

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
