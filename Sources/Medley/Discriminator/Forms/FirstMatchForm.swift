/// A wire form without a tag: the first registered type that decodes the element is selected.
struct FirstMatchForm: WireForm, Equatable {
  var place: String { "by trying each type" }

  var usesCandidates: Bool { true }

  func accepts(_ tag: TypeTag) -> Bool { true }

  // MARK: - Reading

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let source = PayloadSource.value(decoder)
    let fields = fields(of: decoder, among: tags)
    let toTry: [TypeCandidate] = tags.candidates.filter { candidate in
      fields.map(candidate.fields.fit) ?? candidate.fields.required.isEmpty
    }
    guard toTry.isEmpty else {
      let list = CandidateList(choice: .anyError, toTry: toTry, fields: fields ?? [])
      return LocatedTag(finding: .candidates(list), source: source)
    }
    let cause = DiscriminatorError(of: tags.candidates, fields: fields ?? [])
    let error = DecodingError.dataCorrupted(cause.context(at: decoder.codingPath))
    return LocatedTag(finding: .missing(error), source: source)
  }

  /// The names of the element's members; nil if it is no object or if they make no difference.
  private func fields(of decoder: any Decoder, among tags: TagTable) -> Set<String>? {
    guard tags.candidates.contains(where: { $0.fields != PayloadFields() }) else { return nil }
    // A decoder that is asked for another shape throws, and an error costs it a path.
    if let own = MedleyDecoders.cast(decoder), own.shape != .object { return nil }
    guard let object = try? ObjectReader(decoder), !object.isText else { return nil }
    return ElementFields(of: object, tags.candidates, decoder).names
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
