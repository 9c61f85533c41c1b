import MedleyBase

extension TagPlace {
  /// Finds the type whose fields an object has.
  static func locateByFields(in object: ObjectReader, among tags: TagTable) -> LocatedTag {
    let source = PayloadSource.whole(object.element)
    let fields = object.fieldNames(tags.candidates)
    var fitting: [TypeCandidate] = []
    var claims: [Int] = []
    for candidate in tags.candidates where candidate.fields.fit(fields, in: object) {
      fitting.append(candidate)
      // A value tells more than a field.
      claims.append(candidate.fields.claims(in: fields) + candidate.fields.constants.count)
    }
    // Of the types whose fields are known, the one that knows most of the element's is selected. The
    // others are tried before it if they know more, or as many and were registered before.
    var toTry: [TypeCandidate] = []
    var best: [TypeCandidate] = []
    var (most, incomplete) = (0, 0)
    for index in fitting.indices.sortedOrder(by: { claims[$0] > claims[$1] }) {
      let candidate = fitting[index]
      if !candidate.fields.isComplete {
        incomplete += 1
        if best.isEmpty { toTry.append(candidate) }
      } else if best.isEmpty || claims[index] == most {
        most = claims[index]
        best.append(candidate)
      }
    }
    if best.count == 1 { toTry += best }
    if incomplete + best.count == 1 {
      return LocatedTag(finding: .tag(toTry[0].tag), source: source, position: toTry[0].position)
    }
    let tied = best.count > 1 ? best : []
    guard toTry.isEmpty else {
      let list = CandidateList(isDeduced: true, toTry: toTry, tied: tied, fields: fields)
      return LocatedTag(finding: .candidates(list), source: source)
    }
    let cause = DiscriminatorError(fitting: tied, of: tags.candidates, fields: fields)
    return LocatedTag(missing: cause, in: object.element)
  }

  /// Lists the types that an element may be.
  static func locateByTrial(in decoder: any Decoder, among tags: TagTable) -> LocatedTag {
    let source = PayloadSource.whole(decoder)
    let object = tags.fieldMasks.haveFields ? object(of: decoder) : nil
    let names = object?.fieldNames(tags.candidates) ?? []
    let toTry = tags.candidates.filter { $0.fields.fit(names, in: object) }
    guard toTry.isEmpty else {
      let list = CandidateList(isDeduced: false, toTry: toTry, fields: names)
      return LocatedTag(finding: .candidates(list), source: source)
    }
    return LocatedTag(missing: DiscriminatorError(of: tags.candidates, fields: names), in: decoder)
  }

  /// The members of the element; nil if it is no object.
  private static func object(of decoder: any Decoder) -> ObjectReader? {
    // A decoder that is asked for another shape throws, and an error costs it a path.
    if let own = MedleyDecoders.cast(decoder), own.shape != .object { return nil }
    guard let object = try? ObjectReader(decoder), !object.isText else { return nil }
    return object
  }
}
