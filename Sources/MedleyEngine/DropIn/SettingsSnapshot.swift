import MedleyBase

/// The settings of a coder of Foundation as its next calls use them.
///
/// It is a class, because a coder that is used by several threads has one.
final class SettingsSnapshot<Settings: AnyObject & Sendable>: Sendable {
  private struct State: Sendable {
    var settings: Settings?
    /// The number of changes, so that a call doesn't keep what it read before one of them.
    var changes = 0
  }

  private let state = Lock(State())

  /// Forgets the settings after a change of one.
  func forget() {
    // Released without the lock: a value of the app in it may use the coder when it goes.
    _ = state.withLock { state in
      state.changes += 1
      return state.settings.take()
    }
  }

  /// Returns the settings, which a function reads after a change.
  func current(_ read: () -> Settings) -> Settings {
    let before = state.withLock { $0 }
    if let settings = before.settings { return settings }
    let settings = read()
    state.withLock { state in
      if state.changes == before.changes { state.settings = settings }
    }
    return settings
  }
}
