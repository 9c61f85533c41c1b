/// The registries of those of Foundation's encoders that encoded elements last.
///
/// `JSONEncoder` converts its user information each time that is read: with the lookup of the
/// registries, 3,000 instructions for each element. All elements of an array are encoded with one
/// encoder, which is made for the call and never gets other user information.
enum EncoderScopes {
  // Sound: it has a reference that nothing reads, and registries, which can be sent.
  private struct Slot: @unchecked Sendable {
    private var address: ObjectIdentifier?
    /// The encoder at the address, which may be gone.
    ///
    /// The reference keeps nothing alive, but reserves the address. A weak one would make each
    /// counting of references to the encoder slower, 900 instructions for an element.
    private unowned var encoder: AnyObject?
    private weak var list: RegistryScope.List?
    private var hasList = false

    init() {}

    init(_ object: AnyObject, _ scope: RegistryScope?) {
      address = ObjectIdentifier(object)
      encoder = object
      list = scope?.list
      hasList = scope != nil
    }

    /// Returns what is known of an encoder.
    func find(_ object: AnyObject) -> Finding {
      guard address == ObjectIdentifier(object) else { return .nothing }
      guard hasList else { return .none }
      return list.map { .scope(RegistryScope($0)) } ?? .nothing
    }
  }

  private enum Finding {
    case nothing
    case none
    case scope(RegistryScope)
  }

  // Nested arrays have encoders of their own, and so do other threads.
  private static let count = 16
  private static let slots = (0..<count).map { _ in Lock(Slot()) }

  /// The types of encoders that are objects of one call.
  private static let known = TypeTest { type in
    let name = DecoderTraits.name(of: type)
    return type is AnyObject.Type
      && ["FoundationEssentials.", "Foundation."].contains(where: name.hasPrefix)
      && (name.parted(at: "__JSON") ?? name.parted(at: "__Plist")) != nil
  }

  /// Returns the registries in the user information of an encoder; nil if there are none.
  static func scope<Other: Encoder>(of encoder: Other) -> RegistryScope? {
    guard known.passes(Other.self) else { return RegistryScope(encoder.userInfo) }
    // Sound: it is a reference to an object. A cast takes 300 instructions.
    let object = unsafe unsafeBitCast(encoder, to: AnyObject.self)
    let address = UInt(bitPattern: ObjectIdentifier(object))
    let slot = slots[Int((address >> 4 ^ address >> 9) % UInt(count))]
    // Sound: the closures are called here.
    nonisolated(unsafe) let reference = object
    switch slot.withLock({ unsafe $0.find(reference) }) {
    case .scope(let scope): return scope
    case .none: return nil
    case .nothing: break
    }
    let scope = RegistryScope(encoder.userInfo)
    slot.withLock { unsafe $0 = Slot(reference, scope) }
    return scope
  }
}
