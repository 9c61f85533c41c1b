import MedleyBase

/// A wire form of several forms, which reads the first with a tag.
///
/// It writes nothing itself: `PayloadTag` selects the form that does.
final class AlternativeForms: WireForm {
  let tagPlace: TagPlace
  let alternatives: [any WireForm]

  init(_ earlier: any WireForm, _ later: any WireForm) {
    alternatives = earlier.alternatives + later.alternatives
    tagPlace = .alternatives(AlternativePlaces(alternatives.map(\.tagPlace)))
  }

  func isEqual(to other: any WireForm) -> Bool {
    alternatives.count == other.alternatives.count
      && zip(alternatives, other.alternatives).allSatisfy { $0.isEqual(to: $1) }
  }
}

// MARK: - Writing

extension [any WireForm] {
  /// Returns the first form that can write the first tag that any can write.
  @inline(never) package func writer(of tags: [TypeTag]) -> any WireForm {
    for tag in tags {
      if let form = first(where: { $0.tagPlace.accepts(tag) }) { return form }
    }
    return self[0]
  }
}

// MARK: - Reading

/// Several places, of which the first with a tag counts.
///
/// It is a class, because it remembers the kind of the last element.
package final class AlternativePlaces: Sendable {
  package let places: [TagPlace]
  /// The kind of the last element, if the places are in several kinds.
  ///
  /// To ask a decoder of Foundation's for another kind of element takes a time that is quadratic in
  /// the number of levels around it, because its error has a path.
  private let lastShape: Lock<ValueKind?>?

  init(_ places: [TagPlace]) {
    self.places = places
    let shapes = places.compactMap(\.shape)
    lastShape = shapes.contains { $0 != shapes[0] } ? Lock(nil) : nil
  }

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    // A decoder throws for another kind of element, and each error needs a path.
    var shape = MedleyDecoders.cast(decoder)?.outline.container
    var refused: [ValueKind] = []
    var firstFinding: LocatedTag?
    var tentative: LocatedTag?
    // A tag that is registered for another alternative than the one that found it.
    var foreign: LocatedTag?
    // One for all forms, because a decoder may convert all keys for each.
    var object: ObjectReader?
    @inline(never) func copiesMembers() -> Bool { DecoderTraits.copiesMembers(decoder) }
    if shape == nil, let lastShape, let last = lastShape.withLock({ $0 }), copiesMembers() {
      if last == .object { object = try? ObjectReader(decoder) }
      let isSame = last == .object ? object != nil : (try? decoder.unkeyedContainer()) != nil
      if isSame { shape = last } else { lastShape.withLock { $0 = nil } }
    }
    for (index, place) in places.enumerated()
    where shape == nil || place.shape == nil || place.shape == shape {
      let own = tags.tags(of: index)
      var bareTag: LocatedTag?
      if let needed = place.shape, refused.contains(needed) {
        bareTag = try place.bareTag(in: decoder, among: own)
        if bareTag == nil { continue }
      }
      let finding = try bareTag ?? locate(index, in: decoder, &object, among: own)
      finding.alternative = index
      if shape == nil {
        if let object, object.isStrict {
          shape = .object
        } else if place.shape == .array, bareTag == nil, !finding.isOfOtherShape,
          copiesMembers()
        {
          shape = .array
        }
        if let shape { lastShape?.withLock { $0 = shape } }
      }
      if isKeyOfTag(finding, among: tags, own) { finding.isTentative = true }
      if !tags.alternatives.isEmpty, !finding.isTentative, case .tag(let tag) = finding.finding,
        !own.contains(tag)
      {
        if let foreign { return foreign }
        if tags.contains(tag) {
          foreign = finding
          continue
        }
      }
      guard finding.yields else { return finding }
      if index == 0 { firstFinding = finding }
      if finding.isTentative { tentative = tentative ?? finding }
      if finding.isOfOtherShape, let needed = place.shape { refused.append(needed) }
    }
    return try foreign ?? tentative ?? firstFinding
      ?? places[0].locate(in: decoder, among: tags.tags(of: 0))
  }

  /// Whether a form took the only key of an object as a tag, under which another one has a tag that
  /// the first form isn't written for.
  private func isKeyOfTag(_ located: LocatedTag, among tags: TagTable, _ own: TagTable) -> Bool {
    guard case .tag(.string(let key)) = located.finding, located.place.isEmpty,
      located.source.key?.stringValue == key, !own.contains(.string(key))
    else { return false }
    return places.contains { place in
      // Unless types are registered for one place, only tags that the others can't have tell.
      let tells = !tags.alternatives.isEmpty || !place.accepts("")
      return tells && place.tagPaths.contains { $0.first == key }
    }
  }

  /// Finds the tag in one alternative.
  @inline(never) private func locate(
    _ index: Int,
    in decoder: any Decoder,
    _ object: inout ObjectReader?,
    among tags: TagTable
  ) throws -> LocatedTag {
    let place = places[index]
    return try place.locate(in: decoder, among: tags) { decoder in
      let opened = try object ?? ObjectReader(decoder)
      object = opened
      // Where the payload is a part of the element in other alternatives, the container isn't shared
      // from the beginning.
      let isShared = place.isPayloadWhole && !places.allSatisfy(\.isPayloadWhole)
      opened.element = isShared ? opened.shared : decoder
      return opened
    }
  }
}

extension LocatedTag {
  /// Whether the next form is tried.
  fileprivate var yields: Bool {
    switch finding {
    case .missing, .null, .malformedWrapper: true
    case .tag, .candidates, .oversizedInteger, .wrongKind: isTentative
    }
  }
}
