extension TagPlace {
  /// Finds the type whose fields an object has.
  static func locateByFields(
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) -> LocatedTag {
    let source = PayloadSource.whole(decoder)
    if let (tag, position) = onlyType(of: object, among: tags, decoder) {
      return LocatedTag(finding: .tag(tag), source: source, position: position)
    }
    let fields = object.fieldNames(tags.candidates, decoder)
    var matches = Matches()
    for candidate in tags.candidates
    where candidate.fields.fit(fields) && candidate.fields.haveConstants(in: object) {
      // A value tells more than a field.
      let claims = candidate.fields.claims(in: fields) + candidate.fields.constants.count
      matches.insert(candidate, claiming: claims)
    }
    if let candidate = matches.only {
      return LocatedTag(
        finding: .tag(candidate.tag),
        source: source,
        position: candidate.position
      )
    }
    guard matches.toTry.isEmpty else {
      let list = CandidateList(
        isDeduced: true,
        toTry: matches.toTry,
        tied: matches.tied,
        fields: { fields }
      )
      return LocatedTag(finding: .candidates(list), source: source)
    }
    let cause = DiscriminatorError(fitting: matches.tied, of: tags.candidates, fields: fields)
    let error = DecodingError.dataCorrupted(cause.context(at: decoder.codingPath))
    return LocatedTag(finding: .missing(error), source: source)
  }

  /// Returns the tag and the position of the only type that fits, if all fields of all types are
  /// known.
  private static func onlyType(
    of object: ObjectReader,
    among tags: TagTable,
    _ decoder: any Decoder
  ) -> (tag: TypeTag, position: Int)? {
    let masks = tags.fieldMasks
    guard masks.areFew, type(of: decoder) != PayloadValueDecoder.self else {
      return nil
    }
    return masks.only(in: object).map { (masks.tags[$0], masks.positions[$0]) }
  }
}

/// The candidates that fit an element.
///
/// A type whose fields are known is selected by them. The others are tried before it if they know
/// more of the element's fields, or as many and were registered before.
private struct Matches {
  private typealias Match = (candidate: TypeCandidate, claims: Int)
  /// Those that know most of the fields first, and of several the one that was registered first.
  private var open: [Match] = []
  private var best: [Match] = []

  mutating func insert(_ candidate: TypeCandidate, claiming claims: Int) {
    guard candidate.fields.isComplete else {
      let place = open.firstIndex { other in
        (other.claims, candidate.position) < (claims, other.candidate.position)
      }
      open.insert((candidate, claims), at: place ?? open.endIndex)
      return
    }
    let most = best.first?.claims ?? -1
    if claims > most {
      best = [(candidate, claims)]
    } else if claims == most {
      best.append((candidate, claims))
    }
  }

  /// The only type that fits.
  var only: TypeCandidate? {
    open.count + best.count == 1 ? (open.first ?? best.first)?.candidate : nil
  }

  /// Several types whose fields are known and fit equally well.
  var tied: [TypeCandidate] { best.count > 1 ? best.map(\.candidate) : [] }

  /// The types to try: those that know most of the fields first.
  var toTry: [TypeCandidate] {
    let selected = best.count == 1 ? best.first : nil
    guard let last = best.first else { return open.map(\.candidate) }
    let before = open.filter {
      ($0.claims, last.candidate.position) > (last.claims, $0.candidate.position)
    }
    return (before + [selected].compactMap(\.self)).map(\.candidate)
  }
}

extension TagPlace {
  /// Lists the types that an element may be.
  static func locateByTrial(in decoder: any Decoder, among tags: TagTable) -> LocatedTag {
    let source = PayloadSource.whole(decoder)
    let masks = tags.fieldMasks
    let object = masks.haveFields ? object(of: decoder) : nil
    func fields() -> Set<String> {
      object?.fieldNames(tags.candidates, decoder) ?? []
    }
    let toTry: [TypeCandidate]
    if let object, masks.areFew, type(of: decoder) != PayloadValueDecoder.self {
      toTry = masks.fitting(in: object).map { tags.candidates[$0] }
    } else {
      let fields = object == nil ? nil : fields()
      toTry = tags.candidates.filter { candidate in
        (fields.map(candidate.fields.fit) ?? candidate.fields.required.isEmpty)
          && candidate.fields.haveConstants(in: object)
      }
    }
    guard toTry.isEmpty else {
      let list = CandidateList(isDeduced: false, toTry: toTry, fields: fields)
      return LocatedTag(finding: .candidates(list), source: source)
    }
    let cause = DiscriminatorError(of: tags.candidates, fields: fields())
    let error = DecodingError.dataCorrupted(cause.context(at: decoder.codingPath))
    return LocatedTag(finding: .missing(error), source: source)
  }

  /// The members of the element; nil if it is no object.
  private static func object(of decoder: any Decoder) -> ObjectReader? {
    // A decoder that is asked for another shape throws, and an error costs it a path.
    if let own = MedleyDecoders.cast(decoder), own.shape != .object { return nil }
    guard let object = try? ObjectReader(decoder), !object.isText else { return nil }
    return object
  }
}
