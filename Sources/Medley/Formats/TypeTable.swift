/// A hash table with types as keys.
///
/// For the first dictionary with keys of a type, the runtime searches all conformances of the
/// process for that to `Hashable`: 400,000 instructions, a fifth of a first call on `JSONDecoder`.
/// This table hashes the addresses of types itself.
struct TypeTable<Value: Sendable>: Sendable {
  private struct Slot {
    let key: ObjectIdentifier
    var value: Value
  }

  /// The slots, of which at least half are empty, and whose number is a power of two.
  private var slots: [Slot?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var values: [Value] { slots.compactMap { $0?.value } }

  private func place(of key: ObjectIdentifier) -> Int {
    let mask = slots.count - 1
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    var place = Int(truncatingIfNeeded: bits >> 40) & mask
    while let slot = slots[place], slot.key != key { place = (place + 1) & mask }
    return place
  }

  subscript(key: ObjectIdentifier) -> Value? {
    slots.isEmpty ? nil : slots[place(of: key)]?.value
  }

  subscript(key: ObjectIdentifier, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      if count * 2 >= slots.count { grow() }
      let place = place(of: key)
      var slot: Slot
      if let known = slots[place] {
        slot = known
      } else {
        slot = Slot(key: key, value: value())
        count += 1
      }
      // In place: the value isn't copied when it changes.
      slots[place] = nil
      defer { slots[place] = slot }
      yield &slot.value
    }
  }

  mutating func insert(_ value: Value, for key: ObjectIdentifier) {
    self[key, default: value] = value
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: max(8, old.count * 2))
    for case let slot? in old { slots[place(of: slot.key)] = slot }
  }
}
