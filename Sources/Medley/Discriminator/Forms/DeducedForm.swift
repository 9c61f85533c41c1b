/// The fields of the element tell its type.
struct DeducedForm: WireForm, Equatable {
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
    let fields = Set(object.members.map { fieldName($0.stringValue, tags, decoder) })
    var best: [DeductionCandidate] = []
    var most = -1
    for candidate in tags.candidates where candidate.fields.fit(fields) {
      let claimed = fields.count(where: candidate.fields.claims)
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

  /// The name of a member as types know it.
  ///
  /// Kept payloads have their keys as they came, whatever strategy the decoder had.
  private func fieldName(_ key: String, _ tags: TagTable, _ decoder: any Decoder) -> String {
    guard decoder is PayloadValueDecoder else { return key }
    let isKnown = { (name: String) in tags.candidates.contains { $0.fields.claims(name) } }
    let converted = WireKey.convertingFromSnakeCase(key)
    return !isKnown(key) && isKnown(converted) ? converted : key
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
  fileprivate func fit(_ fields: Set<String>) -> Bool {
    required.isSubset(of: fields) && excluded.isDisjoint(with: fields)
  }
}

extension DiscriminatorError {
  fileprivate init(
    fitting: [DeductionCandidate],
    of all: [DeductionCandidate],
    fields: Set<String>
  ) {
    let considered = (fitting.isEmpty ? all : fitting).map { candidate in
      Candidate(
        typeName: candidate.typeName,
        missing: candidate.fields.required.subtracting(fields).sorted(),
        unclaimed: fields.filter { !candidate.fields.claims($0) }.sorted(),
        excluded: candidate.fields.excluded.intersection(fields).sorted()
      )
    }
    let limit = 8
    var reasons = considered.prefix(limit).map(\.reason)
    if considered.count > limit { reasons.append("and \(considered.count - limit) more") }
    let verdict =
      fitting.isEmpty
      ? "No registered type has the fields of the element"
      : "Several registered types fit the fields of the element equally well"
    let advice =
      fitting.isEmpty
      ? "Register a type for it, or keep such payloads with the policy .keep."
      : "State what tells them apart when registering, with fields: PayloadFields(excluded: ...)."
    self.init(
      code: fitting.isEmpty ? .noMatch : .ambiguousMatch,
      knownTags: all.map(\.tag),
      candidates: considered,
      description: "\(verdict): \(reasons.joined(separator: "; ")). \(advice)"
    )
  }
}

extension DiscriminatorError.Candidate {
  fileprivate var reason: String {
    let parts = [("missing", missing), ("excluded", excluded), ("unclaimed", unclaimed)]
      .filter { !$0.1.isEmpty }
      .map { name, fields in
        let more = fields.count > 6 ? " and \(fields.count - 6) more" : ""
        let list = fields.prefix(6).map { TypeTag.string($0).shortened }.joined(separator: ", ")
        return "\(name) \(list)\(more)"
      }
    return parts.isEmpty ? typeName : "\(typeName) (\(parts.joined(separator: ", ")))"
  }
}
