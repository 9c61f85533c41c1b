import MedleyBase

/// The keys of an object, listed without making them.
///
/// An array of keys takes 3,000 instructions for each: it is made in generic code, converted to
/// existentials, and back. So ``WireKey`` notes the string while keys are collected, and isn't made.
///
/// It is safe to send, because one synchronous call has it.
final class KeyCollector: @unchecked Sendable {
  @TaskLocal static var current: KeyCollector?

  private var keys: [String] = []

  private init() {
    // Growing takes 1,100 instructions for six keys.
    keys.reserveCapacity(16)
  }

  func insert(_ key: String) { keys.append(key) }

  /// Returns the keys of a container of Foundation's decoders, which leave out a key that can't be
  /// made.
  static func keys(of container: KeyedDecodingContainer<WireKey>) -> [String] {
    let collector = KeyCollector()
    let made = $current.withValue(collector) { container.allKeys }
    var keys = collector.keys
    // So that the caller can sort them in place.
    collector.keys = []
    if !made.isEmpty { keys += made.map(\.stringValue) }
    return keys
  }
}
