/// A wrapper that stores in which form its value came, and encodes it in this form.
///
/// The form isn't compared, and not shown by `dump`, `#expect` and snapshot libraries.
package protocol FormKeeping: CustomReflectable {
  associatedtype Content

  var wrappedValue: Content { get }
}

extension FormKeeping {
  /// Returns whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool where Content: Equatable {
    lhs.wrappedValue == rhs.wrappedValue
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) where Content: Hashable {
    hasher.combine(wrappedValue)
  }

  /// A mirror of the value.
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
}
