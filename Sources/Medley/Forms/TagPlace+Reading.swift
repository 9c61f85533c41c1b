import MedleyBase

// How any decoder reads a place. Others are read in the file of their form, or in one of their own.

extension TagPlace {
  /// Finds the tag of the element of a decoder.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the element.
  ///   - tags: The tags.
  ///   - open: A function that opens an object, for places in one.
  /// - Returns: The finding.
  /// - Throws: What the decoder throws if the document is invalid. An absent tag, and one of a
  ///   wrong kind, are findings.
  func locate(
    in decoder: any Decoder,
    among tags: TagTable,
    opening open: (any Decoder) throws -> ObjectReader = { try ObjectReader($0) }
  ) throws -> LocatedTag {
    func inObject(_ locate: (ObjectReader) throws -> LocatedTag) throws -> LocatedTag {
      let object: ObjectReader
      do {
        object = try open(decoder)
      } catch {
        return try locateOutsideObjects(error, in: decoder, among: tags)
      }
      return try locate(object)
    }
    return switch self {
    case .path(let keys, let payload):
      try inObject { try payload.locate(under: keys, in: $0, among: tags) }
    case .members(let keys): try inObject { try keys.locate(in: $0, among: tags) }
    case .onlyKey: try inObject { try Self.locateOnlyKey(in: $0, among: tags) }
    case .caseName: try inObject { try Self.locateCaseName(in: $0, among: tags) }
    case .presentMember: try inObject { Self.locatePresentMember(in: $0, among: tags) }
    case .fields: try inObject { Self.locateByFields(in: $0, among: tags) }
    case .pair(let index): try locate(elementAt: index, in: decoder, among: tags)
    case .kind: try locateKind(in: decoder, among: tags)
    case .trial: Self.locateByTrial(in: decoder, among: tags)
    case .anywhere(let readTag):
      try located(Result { try readTag(decoder) }, in: decoder, among: tags)
    case .alternatives(let all): try all.locate(in: decoder, among: tags)
    }
  }

  /// Returns the finding for an element that isn't an object, for which a decoder threw an error.
  private func locateOutsideObjects(
    _ error: any Error,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    // A decoder may throw an error of its own to be asked in another way.
    guard error is DecodingError else { throw error }
    if let bare = try bareTag(in: decoder, among: tags) { return bare }
    let place: [WireKey] = if case .path(let keys, _) = self { keys.asDeclared } else { [] }
    return try absent(error, in: decoder, among: tags, at: place)
  }

  /// Finds a tag that is the whole element, at a place that has such beside its `shape`.
  func bareTag(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag? {
    if case .onlyKey = self { try Self.bareKey(in: decoder, among: tags) } else { nil }
  }

  /// Returns the place of the payload for an assumed tag, if the tag decides it.
  func source(assuming tag: TypeTag, in decoder: any Decoder) -> PayloadSource? {
    guard case .path(_, let payload) = self, payload != .element else { return nil }
    return (try? ObjectReader(decoder)).flatMap { payload.source(of: tag, in: $0) }
  }
}

// MARK: - Paths

extension TagPlace.Payload {
  /// Finds a tag under the keys of a path.
  @inline(never) func locate(
    under keys: [MemberKey],
    in object: ObjectReader,
    among tags: TagTable
  ) throws -> LocatedTag {
    let whole = PayloadSource.whole(object.element)
    var inner = object
    var place = keys.asDeclared
    for (index, member) in keys.enumerated() {
      place[index] = member.shown(in: inner)
      guard index + 1 < keys.count else { break }
      guard let next = inner.object(at: place[index]) else {
        return LocatedTag(finding: .missing(nil), place: place, source: whole)
      }
      inner = next
    }
    guard let key = place.last else { return LocatedTag(finding: .missing(nil), source: whole) }
    let finding = try inner.tag(at: key, kinds: tags.kinds, among: tags)
    let tag: TypeTag? = if case .tag(let tag) = finding { tag } else { nil }
    let source = source(of: tag, in: object) ?? whole
    return LocatedTag(finding: finding, place: place, source: source)
  }

  /// Returns the place of the payload in an object; nil if that is the object itself, or not known.
  fileprivate func source(of tag: TypeTag?, in object: ObjectReader) -> PayloadSource? {
    switch self {
    case .element: nil
    case .member(let content): .member(object, content.shown(in: object))
    case .named: (tag?.keyText).map { .member(object, MemberKey($0).shown(in: object)) }
    }
  }
}

// MARK: - Pairs

extension TagPlace {
  /// Finds a tag that is one of the two elements of an array.
  fileprivate func locate(
    elementAt index: Int,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    let place = [WireKey(index: index)]
    var elements: any UnkeyedDecodingContainer
    do {
      elements = try decoder.unkeyedContainer()
    } catch {
      return try absent(error, in: decoder, among: tags, at: place)
    }
    if elements.isAtEnd {
      return LocatedTag(finding: .missing(nil), place: place, source: .whole(decoder))
    }
    if let count = elements.count, count > 2 {
      return LocatedTag(malformedPair: decoder, "\(count) elements")
    }
    // The payload is behind the tag, or before it.
    var payload: any UnkeyedDecodingContainer
    let finding: LocatedTag.Finding
    if index == 0 {
      finding = try elements.decode(TagCandidates.self).finding(among: tags)
      payload = elements
    } else {
      payload = try decoder.unkeyedContainer()
      _ = try elements.decode(DecoderProbe.self)
      // A tag alone is the only element.
      let tag =
        elements.isAtEnd
        ? try payload.decode(TagCandidates.self) : try elements.decode(TagCandidates.self)
      finding = tag.finding(among: tags)
    }
    guard payload.isAtEnd else {
      return LocatedTag(finding: finding, place: place, source: .next(payload))
    }
    // Without values, a tag alone is a mistake whatever it is.
    guard tags.hasValues else { return LocatedTag(malformedPair: decoder, "1 element") }
    let source = PayloadSource.absent(decoder, WireKey(index: 1 - index))
    return LocatedTag(finding: finding, place: place, source: source)
  }
}

extension LocatedTag {
  fileprivate convenience init(malformedPair decoder: any Decoder, _ found: String) {
    let text = "Expected an array of the tag and the payload but found \(found)."
    self.init(finding: .malformedWrapper(text), source: .whole(decoder))
  }
}

// MARK: - Functions of the app

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

// MARK: - Elements without a tag

extension TagPlace {
  /// Returns the finding for an element of another kind than the place needs.
  ///
  /// - Throws: `error`, unless it says that the value is null or of another kind.
  @inline(never) func absent(
    _ error: any Error,
    in decoder: any Decoder,
    among tags: TagTable,
    at place: [WireKey] = []
  ) throws -> LocatedTag {
    if (try? decoder.singleValueContainer())?.decodeNil() == true {
      return absentAsNull(in: decoder, among: tags)
    }
    if case .dataCorrupted? = error as? DecodingError { throw error }
    let whole = PayloadSource.whole(decoder)
    return LocatedTag(finding: .missing(error), place: place, source: whole, isOfOtherShape: true)
  }

  /// Returns the finding for null.
  func absentAsNull(in decoder: any Decoder, among tags: TagTable) -> LocatedTag {
    let cause = DiscriminatorError(description, tags: tags, found: "null")
    let null = DecodingError.valueNotFound(TypeTag.self, cause.context(at: decoder.codingPath))
    return LocatedTag(finding: .missing(null), source: .whole(decoder), isOfOtherShape: true)
  }
}

extension LocatedTag {
  /// The finding of an element that says why it has no tag.
  @inline(never) convenience init(missing cause: DiscriminatorError, in decoder: any Decoder) {
    let error = DecodingError.dataCorrupted(cause.context(at: decoder.codingPath))
    self.init(finding: .missing(error), source: .whole(decoder))
  }
}

// MARK: - Members

extension [MemberKey] {
  /// Finds a tag whose parts are under these keys.
  @inline(never) func locate(in object: ObjectReader, among tags: TagTable) throws -> LocatedTag {
    let source = PayloadSource.whole(object.element)
    // Without any for a part that is absent.
    var readings: [[TypeTag]] = []
    var absent: LocatedTag?
    for (index, member) in enumerated() {
      let key = member.shown(in: object)
      let all = try object.readings(at: key, kinds: tags.kinds(ofPart: index))
      guard all.isEmpty else {
        readings.append(all)
        continue
      }
      let finding = try object.tag(at: key, kinds: TagKinds(), among: tags)
      switch finding {
      case .missing, .null:
        let located = LocatedTag(finding: finding, place: [key], source: source)
        guard tags.mayLack(part: index) else { return located }
        readings.append([])
        absent = absent ?? located
      case .wrongKind(let found):
        let text = "\(found) under \"\(member.name)\""
        return LocatedTag(finding: .wrongKind(text), source: source)
      default:
        return LocatedTag(finding: finding, source: source)
      }
    }
    // An object without any part has no tag.
    if let absent, readings.allSatisfy(\.isEmpty) { return absent }
    let tag = tag(of: readings, among: tags)
    return LocatedTag(
      finding: .tag(tag),
      source: source,
      // Only a registered tag may lack a part.
      isTentative: absent != nil && !tags.contains(tag)
    )
  }

  /// Returns a registered tag that the parts can be read as, or the tag of their first readings.
  private func tag(of readings: [[TypeTag]], among tags: TagTable) -> TypeTag {
    let first = TypeTag.compound(readings.map(\.first))
    guard readings.contains(where: { $0.count > 1 }), !tags.contains(first) else { return first }
    return tags.tags.first { tag in
      guard case .compound(let parts) = tag, parts.count == readings.count else { return false }
      return parts.indices.allSatisfy { index in
        parts[index].map(readings[index].contains) ?? readings[index].isEmpty
      }
    } ?? first
  }
}

// MARK: - Types without a tag

extension TagPlace {
  /// Finds the type whose fields an object has.
  static func locateByFields(in object: ObjectReader, among tags: TagTable) -> LocatedTag {
    let source = PayloadSource.whole(object.element)
    let fields = object.fieldNames(tags.candidates)
    let fitting = tags.candidates.filter { $0.fields.fit(fields, in: object) }
    // A value tells more than a field.
    let claims = fitting.map { $0.fields.claims(in: fields) + $0.fields.constants.count }
    let order = fitting.indices.sortedOrder { claims[$0] > claims[$1] }
    // Of the types whose fields are known, the one that knows most of the element's is selected. The
    // others are tried before it if they know more, or as many and were registered before.
    let first = order.firstIndex { fitting[$0].fields.isComplete } ?? order.count
    let best = order[first...].filter {
      fitting[$0].fields.isComplete && claims[$0] == claims[order[first]]
    }.map { fitting[$0] }
    let toTry = order[..<first].map { fitting[$0] } + (best.count == 1 ? best : [])
    if fitting.count(where: { !$0.fields.isComplete }) + best.count == 1 {
      return LocatedTag(finding: .tag(toTry[0].tag), source: source)
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
    if let own = MedleyDecoders.cast(decoder), own.outline.container != .object { return nil }
    guard let object = try? ObjectReader(decoder), !object.isText else { return nil }
    return object
  }
}
