import MedleyBase

/// A pool of documents for decode calls, or of outputs for encode calls, with their caches of types.
///
/// All coders of a process share one pool of each kind, because many programs make a new coder for
/// each call. It is a class, because calls on several threads share it.
package final class CallPool<Item: AnyObject>: @unchecked Sendable {
  // @unchecked: an item is either here, under the lock, or used by the one call that took it.
  // Escaped containers are only checked, under the lock, and released outside of it.
  private let lock = SystemLock()
  private let state = OwnedValue(State())

  private struct State {
    var items: [Item] = []
    var escaped = EscapedContainers()
  }

  /// The limit for the types in a cache of an item: a program that uses more makes them while it
  /// runs.
  static var largestCache: Int { 4096 }

  package init() {}

  deinit {
    state.deallocate()
  }

  /// Takes an item that suits a call, mostly the last, whose removal moves no others.
  func take(where suits: (Item) -> Bool) -> Item? {
    var item: Item?
    var free: [ReusableContainer] = []
    lock.withLock {
      item = state.value.items.lastIndex(where: suits).map { state.value.items.remove(at: $0) }
      free = state.value.escaped.removeFree()
    }
    // Outside the lock, because this may free documents.
    for container in free { container.owner = nil }
    return item
  }

  func give(_ item: Item) {
    var oldest: Item?
    lock.withLock {
      // The limit is that of concurrent calls that reuse an item.
      if state.value.items.count == 8 { oldest = state.value.items.removeFirst() }
      state.value.items.append(item)
    }
    // Released outside the lock.
    withExtendedLifetime(oldest) {}
  }

  /// Keeps containers that are still referenced, and what they need until they are free.
  func keep(_ held: [ReusableContainer], of owner: AnyObject?) {
    for container in held { container.owner = owner }
    lock.withLock { state.value.escaped.insert(held) }
  }

  /// Releases the items in the pool.
  package func release() {
    var items: [Item] = []
    lock.withLock { swap(&items, &state.value.items) }
    // Released outside the lock.
    withExtendedLifetime(items) {}
  }

  /// What waits for the next calls.
  package var waiting: [Item] {
    var items: [Item] = []
    lock.withLock { items = state.value.items }
    return items
  }

  /// The number of containers that are referenced beyond their calls.
  package var escapedCount: Int { lock.withLock { state.value.escaped.count } }
}

/// Containers of a pool that are referenced beyond their call.
///
/// There is no notification when the last copy of such a container is released, so they are polled:
/// each call checks a few of them, and twice as many as were added. So those that are free are at
/// most about as many as those that aren't. They are rare, because a type that stores its containers
/// when it decodes gets those that own their document from the start (see `DecodingContainers`).
private struct EscapedContainers {
  private var containers: [ReusableContainer] = []
  /// The position of the container to check next.
  private var next = 0
  /// The number of containers to check because others were added.
  private var due = 0

  var count: Int { containers.count }

  mutating func insert(_ held: [ReusableContainer]) {
    containers += held
    due += 2 * held.count
  }

  /// Checks a few containers, and removes and returns those that are free.
  mutating func removeFree() -> [ReusableContainer] {
    var free: [ReusableContainer] = []
    let checks = min(8 + due, containers.count)
    due = 0
    for _ in 0..<checks {
      if next >= containers.count { next = 0 }
      if containers[next].isFree {
        containers.swapAt(next, containers.count - 1)
        free.append(containers.removeLast())
      } else {
        next += 1
      }
    }
    return free
  }
}
