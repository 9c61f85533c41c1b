/// The values that reflection has found in the cases for unknown values of one enum.
///
/// A reflection takes 15,000 instructions, and values that are new to an app come again and again.
///
/// A case is found by its bytes: two values of one type with equal bytes are the same value, whatever
/// the bytes mean. They aren't compared by `==`, which the enum may implement: two unknown values
/// that it calls equal are encoded as they came.
final class ReflectedWireValues: Sendable {
  /// The bytes of a value.
  struct Bytes: Hashable, Sendable {
    fileprivate var words = SIMD4<UInt64>()
  }

  private struct Found {
    let wireValue: Any
    /// The value that has the bytes, so that no other one has them.
    let owner: Any
  }

  // Sound: strings, integers and values that nothing reads.
  private struct Contents: @unchecked Sendable {
    var found: [Bytes: Found] = [:]
  }

  private static let limit = 1024

  private let contents = Lock(Contents())
  private let isKept: Bool

  /// Creates an empty list for a type, which stays empty if reflection may not always find the same.
  fileprivate init<Cases: ForwardCompatibleCases>(_ type: Cases.Type) {
    isKept =
      (Cases.WireValue.self == String.self || Cases.WireValue.self == Int.self)
      && MemoryLayout<Cases>.size <= MemoryLayout<Bytes>.size
      && !(type is AnyObject.Type) && !(type is any CustomReflectable.Type)
  }

  /// Returns the bytes of a value; nil if its values aren't kept.
  func bytes<Cases>(of value: Cases) -> Bytes? {
    guard isKept else { return nil }
    var bytes = Bytes()
    // Sound: the value isn't larger, and its bytes are only compared.
    unsafe withUnsafeBytes(of: value) { source in
      unsafe withUnsafeMutableBytes(of: &bytes.words) { unsafe $0.copyMemory(from: source) }
    }
    return bytes
  }

  /// Returns the value that was found in a case; nil if there is none.
  func find(_ bytes: Bytes) -> Any? {
    nonisolated(unsafe) var wireValue: Any?
    contents.withLock { unsafe wireValue = $0.found[bytes]?.wireValue }
    return unsafe wireValue
  }

  /// Keeps a value.
  ///
  /// Strings of more bytes have storage, which each copy that is decoded has at an address of its own.
  func keep(_ wireValue: Any, of owner: Any, at bytes: Bytes) {
    if let text = wireValue as? String, text.utf8.count > 15 { return }
    // The value is all that a case has. A struct may have an object, which changes.
    guard Mirror(reflecting: owner).displayStyle == .enum else { return }
    nonisolated(unsafe) let found = Found(wireValue: wireValue, owner: owner)
    contents.withLock { contents in
      guard contents.found.count < Self.limit else { return }
      unsafe contents.found[bytes] = found
    }
  }
}

extension ForwardCompatibleCases {
  /// The value in the case for unknown values, found by reflection.
  public var unknownWireValue: WireValue? {
    let values = Self.reflectedWireValues
    guard let bytes = values.bytes(of: self) else { return reflectedWireValue }
    if let found = values.find(bytes) { return found as? WireValue }
    guard let wireValue = reflectedWireValue else { return nil }
    values.keep(wireValue, of: self, at: bytes)
    return wireValue
  }

  private var reflectedWireValue: WireValue? {
    guard let value = Mirror(reflecting: self).children.first?.value as? WireValue,
      Self.unknown(value) == self
    else { return nil }
    return value
  }

  private static var reflectedWireValues: ReflectedWireValues {
    let type = ObjectIdentifier(Self.self)
    let known = unsafe valuesOfTypes.find(type)?.takeUnretainedValue()
    let values = known ?? valuesOfTypes.insert(ReflectedWireValues(Self.self), for: type)
    // Sound: nothing else is stored.
    return unsafe unsafeDowncast(values, to: ReflectedWireValues.self)
  }
}

private let valuesOfTypes = TypeCache()
