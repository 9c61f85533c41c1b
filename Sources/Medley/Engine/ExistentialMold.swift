import Synchronization

/// Makes existentials of the values of one type without asking the runtime for each of them.
///
/// `payload as? Base` looks up whether the type conforms, again for each value: 660 of 5,820
/// instructions for an element of the mixed feed. The answer is the same for all of them, and it is
/// in the first one that was cast. An opaque existential is a buffer of three words, the type, and
/// a witness table for each protocol; `Any` is the same without the tables (The Swift ABI, *Type
/// Layout*, "Opaque Existential Containers"). So the compiler makes an `Any`, and the table of the
/// first existential is put behind it.
///
/// Both layouts are looked at before that is done the first time. Each value is cast where they are
/// any other; where the base has no protocol, or several; where the payload is a class, whose value
/// may be of a subclass; where the answer depends on who asks, since the conformance is isolated to
/// a global actor (SE-0470) or conditional; and on systems without atomic values.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExistentialMold<Base, Payload>: ~Copyable, Sendable {
  /// Casts a value, and throws if it isn't a `Base`.
  typealias Cast = @Sendable (consuming Payload) throws -> Base

  /// The words of an existential with one protocol.
  private enum Word {
    static var type: Int { 3 }
    static var table: Int { 4 }
    static var count: Int { 5 }
  }

  private enum Table {
    static var unknown: UInt { 0 }
    /// The values are cast.
    static var none: UInt { 1 }
  }

  private let cast: Cast
  private let table: Atomic<UInt>

  init(_ cast: @escaping Cast) {
    self.cast = cast
    let isFitting =
      MemoryLayout<Base>.size == Word.count * MemoryLayout<UInt>.size
      && MemoryLayout<Base>.alignment == MemoryLayout<UInt>.alignment
      && MemoryLayout<Any>.size == Word.table * MemoryLayout<UInt>.size
      && !(Payload.self is AnyObject.Type) && Base.self != Payload.self
    table = Atomic(isFitting ? Table.unknown : Table.none)
  }

  /// The existential of a value.
  ///
  /// - Throws: What the cast throws.
  @inline(__always) func make(_ payload: consuming Payload) throws -> Base {
    let table = table.load(ordering: .acquiring)
    if table > Table.none { return Self.assemble(payload, table) }
    return try table == Table.unknown ? learn(payload) : cast(payload)
  }

  @inline(__always) private static func assemble(
    _ payload: consuming Payload,
    _ table: UInt
  ) -> Base {
    var words: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, table)
    // Sound: `learn` has seen that a `Base` with this type is the words of an `Any` with this table
    // behind them, and it isn't a `Payload`. There is room for all of them, and they are moved out
    // as they were moved in. As arguments, since a closure would copy the payload.
    unsafe fill(&words, payload)
    return unsafe take(&words)
  }

  @inline(__always) private static func fill(
    _ words: UnsafeMutableRawPointer,
    _ payload: consuming Payload
  ) {
    // Sound: see `assemble`.
    unsafe words.initializeMemory(as: Any.self, to: payload)
  }

  @inline(__always) private static func take(_ words: UnsafeMutableRawPointer) -> Base {
    // Sound: see `assemble`.
    unsafe words.bindMemory(to: Base.self, capacity: 1).move()
  }

  @inline(never) private func learn(_ payload: consuming Payload) throws -> Base {
    let any: Any = copy payload
    let base = try cast(payload)
    let type = unsafe unsafeBitCast(Payload.self as Any.Type, to: UInt.self)
    var found = Table.none
    if Self.word(Word.type, of: any as Any) == type, Self.word(Word.type, of: base) == type {
      let table = Self.word(Word.table, of: base)
      if Self.isUnconditional(table) { found = table }
    }
    table.store(found, ordering: .releasing)
    return base
  }

  /// Whether a conformance holds for everybody.
  ///
  /// A witness table begins with the address of the conformance's description, whose fourth part
  /// are flags: bit 19 says that a global actor isolates it, and two bytes count its conditions.
  private static func isUnconditional(_ table: UInt) -> Bool {
    #if _ptrauth(_none)
    // Sound: the table is that of an existential, and both stay for as long as the program runs.
    guard let table = unsafe UnsafePointer<UInt>(bitPattern: table),
      let description = unsafe UnsafeRawPointer(bitPattern: table.pointee)
    else { return false }
    return unsafe description.load(fromByteOffset: 12, as: UInt32.self) & 0xff08_ff00 == 0
    #else
    // The address is signed, and nobody but the runtime can read it.
    return false
    #endif
  }

  /// A word of a value that has as many; of an existential, not of what is in it.
  private static func word<Value>(_ index: Int, of value: Value) -> UInt {
    // Sound: `init` has compared the sizes, and any bits are an integer.
    unsafe withUnsafeBytes(of: value) {
      unsafe $0.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
    }
  }
}
