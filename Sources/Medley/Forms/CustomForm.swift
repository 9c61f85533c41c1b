/// A wire form whose tag a function of the app returns.
///
/// Functions can't be compared, so each use of `.custom` is another form.
final class CustomForm: WireForm {
  let tagPlace: TagPlace
  var writesPayloadAlone: Bool { true }

  init(_ readTag: @escaping @Sendable (any Decoder) throws -> TypeTag?) {
    tagPlace = .anywhere(readTag)
  }
}

extension TagPlace {
  /// Returns the finding for what the function of a place `anywhere` has returned or thrown.
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
