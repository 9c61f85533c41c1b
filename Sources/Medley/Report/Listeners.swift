import Synchronization

/// The observers of the process, and whether any decoder has a collector.
///
/// Decoding reads only ``exist`` and ``haveCollectors``, which are set once and read without a
/// lock. Systems without atomic values use the lock.
enum Listeners {
  private struct State {
    var exist = false
    var haveCollectors = false
    var observers: [@Sendable (DecodingIssue) -> Void] = []
  }

  private static let state = Lock(State())

  /// Whether there may be a receiver other than the task's report.
  static var exist: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlag.exist.load(ordering: .acquiring)
    }
    return state.withLock(\.exist)
  }

  /// Whether any decoder has a collector of its own.
  static var haveCollectors: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return ListenersFlag.haveCollectors.load(ordering: .acquiring)
    }
    return state.withLock(\.haveCollectors)
  }

  static var areObserving: Bool {
    state.withLock { !$0.observers.isEmpty }
  }

  /// Records that some decoder has a collector.
  static func announceCollector() {
    state.withLock { $0.haveCollectors = true }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.haveCollectors.store(true, ordering: .releasing)
    }
    announce()
  }

  static func add(_ observer: @escaping @Sendable (DecodingIssue) -> Void) {
    state.withLock { $0.observers.append(observer) }
    announce()
  }

  private static func announce() {
    state.withLock { $0.exist = true }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      ListenersFlag.exist.store(true, ordering: .releasing)
    }
  }

  /// Calls the observers, in order and outside of the lock.
  ///
  /// What an observer itself decodes is muted, so that it doesn't receive its own issues.
  static func notify(_ issues: [DecodingIssue]) {
    guard exist else { return }
    let observers = state.withLock(\.observers)
    guard !observers.isEmpty else { return }
    IssueCollector.muting {
      for issue in issues {
        for observer in observers { observer(issue) }
      }
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum ListenersFlag {
  static let exist = Atomic(false)
  static let haveCollectors = Atomic(false)
}
