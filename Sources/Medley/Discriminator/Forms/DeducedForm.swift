/// A wire form that deduces the type from the fields of the element.
struct DeducedForm: WireForm, Equatable {
  var shape: ElementShape? { .object }

  var place: String { "by the fields" }

  func accepts(_ tag: TypeTag) -> Bool { true }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let object: ObjectReader
    do {
      object = try ObjectReader(decoder)
    } catch {
      return try absent(error, in: decoder, among: tags)
    }
    let source = PayloadSource.whole(decoder)
    let fields = fields(of: object, tags, decoder)
    var best: [DeductionCandidate] = []
    var most = -1
    for candidate in tags.candidates where candidate.fields.fit(fields) {
      let claimed = candidate.fields.claims(in: fields)
      if claimed > most {
        (best, most) = ([candidate], claimed)
      } else if claimed == most {
        best.append(candidate)
      }
    }
    if best.count == 1 {
      return LocatedTag(finding: .tag(best[0].tag), source: source)
    }
    let cause = DiscriminatorError(fitting: best, of: tags.candidates, fields: fields)
    let error = DecodingError.dataCorrupted(cause.context(at: decoder.codingPath))
    return LocatedTag(finding: .missing(error), source: source)
  }

  /// Returns the names of the members in the types.
  ///
  /// Kept payloads have their original keys, whatever the strategy of the decoder.
  private func fields(
    of object: ObjectReader,
    _ tags: TagTable,
    _ decoder: any Decoder
  ) -> Set<String> {
    let keys = object.members.map(\.stringValue)
    guard MedleyDecoders.cast(decoder)?.showsKeysAsWritten == true else { return Set(keys) }
    // Once for all keys, because their number isn't limited.
    let known = tags.candidates.reduce(into: Set<String>()) {
      $0.formUnion($1.fields.required)
      $0.formUnion($1.fields.optional)
    }
    return Set(
      keys.map { key in
        let converted = SnakeCase.camelCase(key)
        return !known.contains(key) && known.contains(converted) ? converted : key
      }
    )
  }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try encodeAlone(payload, to: encoder)
  }
}

extension PayloadFields {
  /// Returns the number of the fields that the type knows.
  ///
  /// It iterates over the fields of the type, because those of an element aren't limited.
  fileprivate func claims(in fields: Set<String>) -> Int {
    required.count(where: fields.contains)
      + optional.count { !required.contains($0) && fields.contains($0) }
  }

  fileprivate func fit(_ fields: Set<String>) -> Bool {
    required.allSatisfy(fields.contains) && !excluded.contains(where: fields.contains)
  }
}
