import Synchronization

/// Who listens to the whole process, and whether any decoder brings a collector of its own.
///
/// Decoding asks only ``exist`` and ``haveCollectors``, flags that are set once and read without a
/// lock. Systems without atomic values take the lock.
enum Listeners {
  private struct State {
    var exist = false
    var haveCollectors = false
    var observers: [@Sendable (DecodingIssue) -> Void] = []
  }

  private static let state = Lock(State())

  /// Whether anybody may listen whom the task-local value doesn't name.
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

  /// Notes that some decoder has a collector.
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

  /// Tells the observers, in order and outside of the lock.
  ///
  /// What an observer decodes itself is muted: it would tell the observer of its own issues.
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
