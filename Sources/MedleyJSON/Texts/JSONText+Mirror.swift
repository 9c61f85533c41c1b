extension JSONText: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
}
