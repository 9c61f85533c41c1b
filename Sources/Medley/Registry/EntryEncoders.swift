import Synchronization

/// What encoding needs to know of the types of a registry, which is found when it is first used.
///
/// An encoder tests its type for five protocols. The first test of a type searches all conformances
/// of the process: 1,130,000 instructions for a type, half of what a first call on `JSONDecoder`
/// takes, and many programs only decode.
final class EntryEncoders: Sendable {
  private let make: @Sendable () -> (encoders: [AnyEntryEncoder], isPlainEnum: Bool)
  private let made = Lock<EntryEncoderList?>(nil)
  /// A `PublishedEncoders`, on systems that have it.
  private let published: (any AnyObject & Sendable)?

  init(_ make: @escaping @Sendable () -> (encoders: [AnyEntryEncoder], isPlainEnum: Bool)) {
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
    let (encoders, isPlainEnum) = make()
    let new = EntryEncoderList(encoders, isPlainEnum)
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
  /// Whether each base is an enum or struct that is no payload itself.
  let isPlainEnum: Bool

  init(_ encoders: [AnyEntryEncoder], _ isPlainEnum: Bool) {
    self.encoders = encoders
    self.isPlainEnum = isPlainEnum
  }

  subscript(position: Int) -> AnyEntryEncoder { encoders[position] }
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
