import Synchronization

/// A list of the frozen registries that is read without a lock.
///
/// `AtomicLazyReference` is set once and then only loaded. Systems without it take the lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum FrozenList {
  private final class Node: Sendable {
    let base: ObjectIdentifier
    let box: any AnyObject & Sendable
    let next = AtomicLazyReference<Node>()

    init(base: ObjectIdentifier, box: any AnyObject & Sendable) {
      self.base = base
      self.box = box
    }
  }

  private static let first = AtomicLazyReference<Node>()

  /// - Complexity: O(*n*), where *n* is the number of bases with an installed registry.
  static func find(_ base: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    var node = first.load()
    while let current = node {
      if current.base == base { return current.box }
      node = current.next.load()
    }
    return nil
  }

  /// Appends a registry.
  ///
  /// Callers hold the lock of the installed registries.
  static func append(_ base: ObjectIdentifier, _ box: any AnyObject & Sendable) {
    let new = Node(base: base, box: box)
    guard var last = first.load() else {
      _ = first.storeIfNil(new)
      return
    }
    while let next = last.next.load() { last = next }
    _ = last.next.storeIfNil(new)
  }
}
