import Medley

// What `dump`, `#expect` and snapshot libraries show of a wrapper: its value, and not how it is stored.

extension Lossless: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
}

extension LenientBool: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
}

extension OneOrMany: CustomReflectable {
  /// A mirror of the elements.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
}
