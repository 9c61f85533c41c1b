public import Foundation
public import Medley
import MedleyBeside
import MedleyEngine

// MARK: - Encoding with the tag beside the document

extension PolymorphicJSONEncoder {
  /// Encodes an element without its tag, which it returns beside the body.
  ///
  /// ```swift
  /// let (tag, body) = try encoder.encodeTagged(event)
  /// ```
  ///
  /// - Parameter element: A `Polymorphic` element, or a value of an enum with a registry.
  /// - Returns: The tag, and the JSON of the payload alone. An unknown element has the tag that it came
  ///   with.
  /// - Throws: The same errors as ``encode(_:)``, and `EncodingError` for an unknown element without a
  ///   tag.
  /// - Complexity: O(*n*), where *n* is the length of the body.
  public func encodeTagged<Element: TaggedEncodable>(
    _ element: Element
  ) throws -> (tag: TypeTag, body: Data) {
    try encodeTagged(element) { $0.makeData() }
  }

  /// Encodes an element without its tag, and appends the body to an array.
  ///
  /// - Returns: The tag.
  package func appendTagged(
    _ element: some TaggedEncodable,
    to bytes: inout [UInt8]
  ) throws -> TypeTag {
    try encodeTagged(element) { unsafe bytes.append(contentsOf: $0.bytes) }.tag
  }

  private func encodeTagged<Element: TaggedEncodable, Body>(
    _ element: Element,
    _ body: (MedleyEngine.Output) -> Body
  ) throws -> (tag: TypeTag, body: Body) {
    // The body may be the first value that is encoded.
    MedleyEncoders.registration
    var tag: TypeTag?
    let encoded = try withOutput(
      { output in
        let leading = try output.encode(bodyOf: element) {
          tag = try ElementBody.encode(element, to: $0)
        }
        if let plain = leading as? PlainTag { tag = plain.tag }
      },
      body
    )
    if let tag { return (tag, encoded) }
    throw EncodingError.invalidValue(
      element,
      EncodingError.Context(codingPath: [], debugDescription: "The encoder encoded no body.")
    )
  }
}

// MARK: - Bytes of unknown elements

extension Source: BodySource {
  package func payload(of element: UnknownPayload) throws -> UnknownPayload {
    try element.decode(as: UnknownPayload.self, using: PolymorphicJSONDecoder())
  }

  package func element(
    _ element: UnknownPayload,
    without paths: [[String]]
  ) throws -> UnknownPayload {
    let bytes = try IndexedText.with(element.sourceBytes ?? []) { text in
      var bytes: [UInt8] = []
      text.append(IndexedText.root, without: paths, to: &bytes)
      return bytes
    }
    return try PolymorphicJSONDecoder().decode(UnknownPayload.self, from: Data(bytes))
  }
}

extension IndexedText {
  /// Appends a value without the members at paths, and without the objects that are empty then.
  ///
  /// - Returns: Whether anything is left: false for an object that is empty then.
  @discardableResult
  fileprivate func append(
    _ position: Int,
    without paths: [[String]],
    to bytes: inout [UInt8]
  ) -> Bool {
    guard kind(position) == .object, !paths.isEmpty else {
      append(position, to: &bytes)
      return true
    }
    let layout = ContainerLayout(of: position, in: self)
    var kept: [(place: Int, bytes: [UInt8])] = []
    for (place, child) in layout.children.enumerated() {
      let inner = paths.filter { $0.first == string(at: child.key) }.map { Array($0.dropFirst()) }
      if inner.contains(where: \.isEmpty) { continue }
      var member: [UInt8] = []
      append(range(of: child.key).lowerBound..<range(of: child.value).lowerBound, to: &member)
      if append(child.value, without: inner, to: &member) { kept.append((place, member)) }
    }
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in kept.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let leading = layout.leading(member.place, isFirst: index == 0, in: self)
      let trailing = layout.trailing(member.place, isLast: index == kept.count - 1)
      if let leading { append(leading, to: &bytes) }
      bytes += member.bytes
      if let trailing { append(trailing, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "}"))
    return !kept.isEmpty
  }
}
