/// The place of an element in a document of MedleyJSON.
package protocol ElementOutput {
  /// The registries in the user information of the encoder.
  var registries: RegistryScope? { get }

  /// Begins the next element of an array.
  func beginElement()

  /// Writes the text of an unknown element as it came.
  func write(_ text: SourceText)

  /// Encodes a payload with its tag as the element.
  ///
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  func encode<Payload: Encodable>(_ payload: Payload, tagged tag: PlainTag) throws

  /// Calls a function with the encoder of the element.
  ///
  /// - Parameters:
  ///   - element: The element, for errors.
  ///   - body: The function.
  /// - Throws: What the function throws, and `EncodingError` for an element that is nested too deeply.
  func encode(_ element: some Encodable, _ body: (any Encoder) throws -> Void) throws
}
