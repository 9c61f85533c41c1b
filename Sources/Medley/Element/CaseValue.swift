extension Mirror {
  /// Returns the only value of an enum's case, with or without a label; nil if it is of another type.
  package func caseValue<Value>(as type: Value.Type = Value.self) -> Value? {
    guard let value = children.first?.value else { return nil }
    if let value = value as? Value { return value }
    // The value of `unknown(raw: String)` is a tuple with one element.
    guard mayBeTuple.passes(Swift.type(of: value)) else { return nil }
    let tuple = Mirror(reflecting: value)
    guard tuple.displayStyle == .tuple, tuple.children.count == 1 else { return nil }
    return tuple.children.first?.value as? Value
  }
}

/// Cached, because a reflection of each payload takes 7,000 instructions.
private let mayBeTuple = TypeTest { "\($0)".hasPrefix("(") }
