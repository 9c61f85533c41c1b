/// A wire form whose tag a function of the app returns.
final class CustomForm: WireForm {
  let readTag: @Sendable (any Decoder) throws -> TypeTag?

  init(_ readTag: @escaping @Sendable (any Decoder) throws -> TypeTag?) {
    self.readTag = readTag
  }

  var place: String { "where the custom discriminator looks" }

  func accepts(_ tag: TypeTag) -> Bool { true }

  /// Functions can't be compared, so each use of `.custom` is another form.
  func isEqual(to other: any WireForm) -> Bool {
    other === self
  }

  func isShadowed(by earlier: any WireForm) -> Bool {
    isEqual(to: earlier)
  }

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    try located(Result { try readTag(decoder) }, in: decoder, among: tags)
  }

  var tagPlace: TagPlace? { .anywhere(readTag) }

  func located(
    _ reading: Result<TypeTag?, any Error>,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    let source = PayloadSource.whole(decoder)
    do {
      if let tag = try reading.get() { return LocatedTag(finding: .tag(tag), source: source) }
    } catch let error as DecodingError where error.path.count == decoder.codingPath.count {
      // The element is of another kind than the function expects.
      return try absent(error, in: decoder, among: tags)
    }
    return LocatedTag(finding: .missing(nil), source: source)
  }
}
