import Synchronization

// MARK: - Installing

extension PolymorphicRegistry {
  /// Installs this registry for its base in the whole process.
  ///
  /// ```swift
  /// try media.install()  // at startup
  /// let feed = try JSONDecoder().decode(
  ///   [Polymorphic<any Media>].self, from: data)
  /// ```
  ///
  /// A registry in the `userInfo` of a decoder or encoder takes precedence. You can replace the
  /// installed one until it is first used: by decoding, by encoding or by reading ``installed``. It
  /// takes precedence over the registry that a ``PolymorphicBase`` declares.
  ///
  /// - Throws: ``RegistrationError/Code/installedTooLate`` if the installed one was already used.
  public func install() throws {
    guard InstalledRegistries.install(shared) else {
      throw RegistrationError(installedTooLate: Base.self)
    }
  }

  /// The installed registry for this base, or else the one that the base declares as a
  /// ``PolymorphicBase``; nil if there is neither.
  ///
  /// ```swift
  /// PolymorphicRegistry<any Media>.installed?.tags
  /// ```
  ///
  /// Reading it is a use: it can't be replaced from then on.
  public static var installed: Self? {
    InstalledRegistries.frozen(for: Base.self).map { Self($0) }
  }
}

/// The registries of the process.
///
/// A registry is frozen when it is first used, so that decoding needs no lock: frozen registries are
/// in a list that only grows and is read through atomic references. Only the first use of a base
/// takes the lock, and a use without any registry, which is an error.
enum InstalledRegistries {
  private struct State {
    var pending: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    var frozen: [ObjectIdentifier: any AnyObject & Sendable] = [:]
  }

  private static let state = Lock(State())

  static func install<Base>(_ registry: SharedRegistry<Base>) -> Bool {
    let base = ObjectIdentifier(Base.self)
    return state.withLock { state in
      guard state.frozen[base] == nil else { return false }
      state.pending[base] = registry
      return true
    }
  }

  static func frozen<Base>(for type: Base.Type) -> SharedRegistry<Base>? {
    let base = ObjectIdentifier(type)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let registry = FrozenList.registries.find(base) {
        return registry as? SharedRegistry<Base>
      }
    }
    if let registry = freeze(base, declared: nil) { return registry as? SharedRegistry<Base> }
    // Without the lock: to make a declared registry may ask for others.
    guard let declared = DeclaredRegistry.registry(for: type) else { return nil }
    return freeze(base, declared: declared) as? SharedRegistry<Base>
  }

  /// The registry of a base from now on: the one in use, the installed one, or the declared one.
  private static func freeze(
    _ base: ObjectIdentifier,
    declared: (any AnyObject & Sendable)?
  ) -> (any AnyObject & Sendable)? {
    state.withLock { state in
      if let frozen = state.frozen[base] { return frozen }
      guard let registry = state.pending.removeValue(forKey: base) ?? declared else { return nil }
      state.frozen[base] = registry
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        FrozenList.registries.append(base, registry)
      }
      return registry
    }
  }
}

/// A list of what was made for types, which is read without a lock.
///
/// It only grows and its nodes are never freed, so that unmanaged references to them are sound and
/// need no counting. Systems without atomic values take the lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@safe final class FrozenList: Sendable {
  @safe private final class Node: Sendable {
    let type: ObjectIdentifier
    let box: any AnyObject & Sendable
    /// `AtomicLazyReference` would take 570 instructions for each reading.
    let next = unsafe Atomic<Unmanaged<Node>?>(nil)

    init(type: ObjectIdentifier, box: any AnyObject & Sendable) {
      self.type = type
      self.box = box
    }
  }

  /// The installed registries, by base.
  static let registries = FrozenList()

  private let first = unsafe Atomic<Unmanaged<Node>?>(nil)

  /// - Complexity: O(*n*), where *n* is the number of types.
  func find(_ type: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    var node = unsafe first.load(ordering: .acquiring)
    while let current = unsafe node {
      // Sound: the list retains its nodes for ever.
      let (box, next) = unsafe current._withUnsafeGuaranteedRef {
        unsafe ($0.type == type ? $0.box : nil, $0.next.load(ordering: .acquiring))
      }
      if let box { return box }
      unsafe node = next
    }
    return nil
  }

  /// Appends what was made for a type.
  ///
  /// Callers hold the lock of the list.
  func append(_ type: ObjectIdentifier, _ box: any AnyObject & Sendable) {
    let new = unsafe Unmanaged.passRetained(Node(type: type, box: box))
    guard var last = unsafe first.load(ordering: .acquiring) else {
      unsafe first.store(new, ordering: .releasing)
      return
    }
    while let next = unsafe last.takeUnretainedValue().next.load(ordering: .acquiring) {
      unsafe last = next
    }
    unsafe last.takeUnretainedValue().next.store(new, ordering: .releasing)
  }
}

/// What is made once for each type.
final class TypeCache: Sendable {
  private let made = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])
  /// A `FrozenList` for each remainder of addresses, on systems that have it.
  private let lists: [any AnyObject & Sendable]

  init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      lists = (0..<Self.listCount).map { _ in FrozenList() }
    } else {
      lists = []
    }
  }

  private static let listCount = 16

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @inline(__always) private func list(of type: ObjectIdentifier) -> FrozenList {
    let address = UInt(bitPattern: type)
    let remainder = Int((address >> 4 ^ address >> 9) % UInt(Self.listCount))
    // Sound: `init` has stored nothing else.
    return unsafe unsafeDowncast(lists[remainder], to: FrozenList.self)
  }

  func find(_ type: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return list(of: type).find(type)
    }
    return made.withLock { $0[type] }
  }

  /// Stores what was made for a type, unless another thread was faster.
  ///
  /// - Returns: What is stored.
  func insert(
    _ new: any AnyObject & Sendable,
    for type: ObjectIdentifier
  ) -> any AnyObject & Sendable {
    made.withLock { made in
      if let known = made[type] { return known }
      made[type] = new
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        list(of: type).append(type, new)
      }
      return new
    }
  }
}
