import Medley

// What `dump`, `#expect` and snapshot libraries show of a wrapper: its value, and not how it is stored.

extension CustomReflectable {
  fileprivate func mirror(of value: Any) -> Mirror {
    Mirror(self, children: ["wrappedValue": value], displayStyle: .struct)
  }
}

extension Lossless: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror { mirror(of: wrappedValue) }
}

extension LenientBool: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror { mirror(of: wrappedValue) }
}

extension OneOrMany: CustomReflectable {
  /// A mirror of the elements.
  public var customMirror: Mirror { mirror(of: wrappedValue) }
}
