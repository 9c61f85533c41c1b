/// A wire form whose tag a function of the app returns.
struct CustomForm: WireForm {
  /// The identity of one use of `.custom`, because functions can't be compared.
  final class Identity: Sendable {}

  let identity = Identity()
  let readTag: @Sendable (any Decoder) throws -> TypeTag?

  var place: String { "where the custom discriminator looks" }

  func accepts(_ tag: TypeTag) -> Bool { true }

  func isEqual(to other: any WireForm) -> Bool {
    (other as? CustomForm)?.identity === identity
  }

  func isShadowed(by earlier: any WireForm) -> Bool {
    isEqual(to: earlier)
  }

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let source = PayloadSource.value(decoder)
    do {
      if let tag = try readTag(decoder) { return LocatedTag(finding: .tag(tag), source: source) }
    } catch let error as DecodingError where error.path.count == decoder.codingPath.count {
      // The element is of another kind than the function expects.
      return try absent(error, in: decoder, among: tags)
    }
    return LocatedTag(finding: .missing(nil), source: source)
  }

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try encodeAlone(payload, to: encoder)
  }
}
