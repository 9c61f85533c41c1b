import MedleyBase
import Synchronization

// What each element asks before it is decoded: whether anything of what happens is heard.

/// The observers of the process, and whether any decoder has a collector.
///
/// Decoding reads only one number, without a lock: what is heard, and by how many. Systems without
/// atomic values use the lock.
@usableFromInline package enum Listeners {
  private struct State {
    /// What is heard, which is also stored where it is read without the lock.
    var flags = 0 {
      didSet {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
          ListenersFlags.value.store(flags, ordering: .releasing)
        }
      }
    }
    var lastObserver = 0
    var observers: [Observer] = []
  }

  private typealias Observer = (
    number: Int, issue: @Sendable (DecodingIssue) -> Void,
    counts: (@Sendable (DecodingReport) -> Void)?
  )

  /// What the bits of the number say; those from the last on count receivers.
  enum Flag {
    static let collectors = 1
    static let members = 2
    static let observers = 4
    static let receiver = 8
  }

  private static let state = Lock(State())

  @inline(__always) private static var flags: Int {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlags.value.load(ordering: .acquiring)
    }
    return state.withLock(\.flags)
  }

  /// Whether there may be a receiver: an observer, a collector, or the report of a task.
  ///
  /// The collectors of decoders count for good, an observer until it is cancelled, and a report as
  /// long as its collector lives, so that a program that has once collected one doesn't read a
  /// task-local value ever after.
  @usableFromInline package static var exist: Bool { flags >= Flag.receiver }

  /// Whether any decoder has a collector of its own.
  static var haveCollectors: Bool { flags & Flag.collectors != 0 }

  /// Whether any decoder asks for unknown members.
  static var seekMembers: Bool { flags & Flag.members != 0 }

  /// Whether there are observers.
  static var areObserving: Bool { flags & Flag.observers != 0 }

  /// Sets a flag, and adds to the number of receivers, or subtracts one that nothing can read any more.
  static func announce(_ flag: Int = 0, receivers: Int = 0) {
    state.withLock { $0.flags = ($0.flags | flag) + receivers * Flag.receiver }
  }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - issue: The function that is called with each issue.
  ///   - counts: The function that is called with counts.
  /// - Returns: The number of the observer.
  static func add(
    _ issue: @escaping @Sendable (DecodingIssue) -> Void,
    counts: (@Sendable (DecodingReport) -> Void)?
  ) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers.append((state.lastObserver, issue, counts))
      state.flags = (state.flags | Flag.observers) + Flag.receiver
      return state.lastObserver
    }
  }

  /// Removes an observer, unless it is removed already.
  static func remove(_ number: Int) {
    // Released outside of the lock, because a function may be all that refers to an object of the app.
    _ = state.withLock { state -> Observer? in
      guard let place = state.observers.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      let removed = state.observers.remove(at: place)
      let others = state.observers.isEmpty ? state.flags & ~Flag.observers : state.flags
      state.flags = others - Flag.receiver
      return removed
    }
  }

  /// Calls the observers, in order and outside of the lock.
  ///
  /// What an observer itself decodes is muted, so that it doesn't receive its own issues.
  static func notify(_ report: DecodingReport) {
    guard exist else { return }
    let observers = state.withLock(\.observers)
    guard !observers.isEmpty else { return }
    var counts = report
    counts.issues = []
    IssueCollector.muting {
      for issue in report.issues {
        for observer in observers { observer.issue(issue) }
      }
      guard !counts.isEmpty else { return }
      for observer in observers { observer.counts?(counts) }
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum ListenersFlags {
  static let value = Atomic(0)
}

// MARK: - Finding the receiver

extension IssueCollector {
  /// Returns the receiver of issues: that of the task, the decoder or the observers, or nil.
  ///
  /// Where nothing collects or observes, this reads a number, and otherwise a task-local value.
  /// `userInfo` is read only if some decoder has a collector: Foundation's decoders convert it each
  /// time.
  package static func listening(
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]
  ) -> IssueCollector? {
    listening(to: { .find(in: userInfo()) })
  }

  /// Returns the receiver of issues.
  ///
  /// - Parameter own: A function that returns the collector of the decoder.
  /// - Returns: The receiver, or nil.
  static func listening(to own: () -> DecodingReport.Collector?) -> IssueCollector? {
    guard Listeners.exist else { return nil }
    let current = current
    let asksDecoder = Listeners.haveCollectors && current?.yields ?? true
    return receiver(current, asksDecoder ? own() : nil)
  }

  @inline(never) private static func receiver(
    _ current: IssueCollector?,
    _ own: IssueCollector?
  ) -> IssueCollector? {
    if let own, own !== current?.listener { return own }
    guard let current else { return Listeners.areObserving ? observing : nil }
    return current.role == .nobody ? nil : current
  }
}

extension UnknownMembers {
  /// Whether any decoder of the process has asked for unknown members.
  @inline(__always) package static var areSought: Bool { Listeners.seekMembers }
}

// MARK: - Marking

/// A position in the issues of a decode call, from which the issues of a value begin.
///
/// Only the decoding thread uses it.
@usableFromInline package struct IssueMark {
  @usableFromInline let collector: IssueCollector?
  private var count: Int
  /// Whether errors are taken whose text isn't made, by a list that drops the element.
  package var takesPending = false

  /// Creates a mark at the end of the issues of a collector.
  init(_ collector: IssueCollector?) {
    self.collector = collector
    count = collector?.issueCount ?? 0
  }

  /// Returns the mark for the next value of Medley's own decoder.
  ///
  /// Such a decoder begins a call for each document, so values don't look for receivers again.
  ///
  /// - Parameter own: The collector of the decoder.
  /// - Returns: The mark, or nil if there is a receiver and no call, as in a type that collects a
  ///   report while it is decoded.
  package static func inCall(_ own: @autoclosure () -> DecodingReport.Collector?) -> IssueMark? {
    guard Listeners.exist else { return IssueMark(nil) }
    if let call = IssueCollector.current, call.role == .call { return IssueMark(call) }
    return IssueCollector.listening(to: own) == nil ? IssueMark(nil) : nil
  }

  /// Whether there is no receiver.
  @inlinable @inline(__always) package var isSilent: Bool { collector == nil }

  /// Whether the value has reported an issue.
  @usableFromInline var hasIssues: Bool { collector.map { $0.issueCount > count } ?? false }

  /// Sets the tag of the value's issues.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - isRegistered: Whether it is registered, so that it isn't text from the payload.
  package func tagIssues(_ tag: TypeTag?, isRegistered: Bool = true) {
    if let tag { collector?.tagIssues(since: count, tag, isRegistered: isRegistered) }
  }

  /// Removes the issues of a value that failed.
  @usableFromInline package func removeIssues() {
    collector?.removeIssues(since: count)
  }

  /// Moves on to the next value.
  @usableFromInline package mutating func advance() {
    if let collector { count = collector.issueCount }
  }

  /// Decodes a value: its issues get its tag, or are removed if it fails.
  ///
  /// - Parameters:
  ///   - body: A function that decodes the value.
  ///   - tag: A function that tags the issues of the value, if there are any.
  ///   - recover: A function that returns another value, or throws the error.
  /// - Returns: The value.
  /// - Throws: What `recover` throws.
  @inlinable @inline(__always) package mutating func attempt<Value>(
    _ body: () throws -> Value,
    tagging tag: (IssueMark) -> Void,
    recovering recover: (any Error) throws -> Value
  ) throws -> Value {
    do {
      let value = try body()
      if !isSilent, hasIssues {
        tag(self)
        advance()
      }
      return value
    } catch {
      removeIssues()
      let value = try recover(error)
      // The next value must not remove the issues of this one.
      advance()
      return value
    }
  }
}
