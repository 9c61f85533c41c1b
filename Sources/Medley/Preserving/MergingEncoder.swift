/// An encoder that writes what a value was decoded from, with the changes of the value.
///
/// The encoder of MedleyJSON conforms, since the core doesn't know bytes.
package protocol MergingEncoder: Encoder {
  /// Writes a text as it came.
  ///
  /// - Returns: Whether it did; false if something was encoded before.
  func write(_ text: SourceText) -> Bool

  /// Writes a text with the changes from one value to another.
  ///
  /// - Parameters:
  ///   - text: The text that came.
  ///   - baseline: Encodes the value of the text.
  ///   - new: Encodes the changed value.
  /// - Returns: Whether it did; false if something was encoded before.
  /// - Throws: What the functions throw.
  func write(
    _ text: SourceText,
    changedFrom baseline: (any Encoder) throws -> Void,
    to new: (any Encoder) throws -> Void
  ) throws -> Bool
}
