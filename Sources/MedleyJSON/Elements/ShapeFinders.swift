import Medley
import MedleyEngine

/// Finds the JSON kind of a value, which is its tag.
final class KindFinder: TagFinder {
  /// The registration of each kind of the index; `TaggedObject.otherValue` for kinds without.
  private let registrations: [Int]
  /// Whether integers are told apart; otherwise, an integer is a number.
  private let tellsIntegers: Bool

  init(_ tags: TagTable, _ index: DocumentIndex) {
    let tellsIntegers = tags["integer"] != nil
    registrations = Kind.allCases.map { kind in
      Self.tag(of: kind, tellsIntegers).flatMap { tags[$0] } ?? TaggedObject.otherValue
    }
    self.tellsIntegers = tellsIntegers
    super.init(index)
  }

  private static func tag(of kind: Kind, _ tellsIntegers: Bool) -> TypeTag? {
    switch kind {
    case .object: "object"
    case .array: "array"
    case .true, .false: "boolean"
    case .integer where tellsIntegers: "integer"
    case .integer, .decimal: "number"
    case .ascii, .text: "string"
    case .escaped, .null: nil
    }
  }

  override func object(at position: Int) -> TaggedObject {
    let kind = index.kind(position)
    // A decimal may be a whole number, and a longer number may exceed what a decoder represents.
    let isSure =
      switch kind {
      case .integer: index.entries[position].count <= DocumentIndex.sureDigits
      case .decimal: !tellsIntegers && isShortFraction(position)
      default: true
      }
    let registration = isSure ? registrations[Int(kind.rawValue)] : TaggedObject.otherValue
    return TaggedObject(registration, at: position, content: position)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    Self.tag(of: index.kind(object.position), tellsIntegers) ?? "string"
  }

  private func isShortFraction(_ position: Int) -> Bool {
    let entry = index.entries[position]
    guard entry.count <= 16 else { return false }
    return (entry.offset..<entry.offset + entry.count).allSatisfy {
      index.bytes[$0] | 0x20 != UInt8(ascii: "e")
    }
  }
}

/// Finds the only type that has the fields of an object.
class FieldsFinder: TagFinder {
  fileprivate final let masks: FieldMasks
  /// The names of the fields that tell types apart, with the positions of their bits.
  private let names: MemberNames

  /// - Returns: Nil if there are more fields than bits, or such that aren't compared by their bytes.
  init?(_ tags: TagTable, _ index: DocumentIndex) {
    let masks = tags.fieldMasks
    let bits = masks.bits.map { (tag: $0.key, position: $0.value) }
    guard masks.areFew, bits.allSatisfy({ $0.tag.utf8.allSatisfy { $0 < 0x80 } }) else {
      return nil
    }
    self.masks = masks
    names = tags.index { MemberNames(bits, areFoundAsWritten: false) }
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    guard index.kind(position) == .object else { return .untagged(at: position) }
    guard let candidate = candidate(at: position) else { return .other(at: position) }
    return TaggedObject(masks.positions[candidate], at: position)
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    candidate(at: object.position).map { masks.types[$0].tag } ?? ""
  }

  @inline(__always) private func candidate(at position: Int) -> Int? {
    fields(of: position).flatMap { masks.only(with: $0) }
  }

  /// Returns the bits of an object's fields; nil if some keys may be equal strings with other bytes.
  @inline(__always) fileprivate final func fields(of object: Int) -> UInt64? {
    var fields: UInt64 = 0
    let areSure = names.visit(object, in: index) { bit, _ in
      fields |= 1 &<< UInt64(truncatingIfNeeded: bit)
    }
    return areSure ? fields : nil
  }
}

/// Finds the first type that may decode a value, and then the next ones.
///
///     value ── fields ──▶ first candidate ── decode ──▶ element
///                                │ fails
///                                ▼
///                 next candidate, if no element inside was tried, or `ElementReader`
///
/// An element inside that is tried as well would be decoded again with each candidate. `ElementReader`
/// counts that, so it decodes the outermost one again then; see `RegisteredElementDecoder`.
final class TrialFinder: FieldsFinder {
  override func object(at position: Int) -> TaggedObject {
    let registries = index.document.registries
    registries.trials.count &+= 1
    let isCore = registries.trials.coreDepth > 0 || Trials.areRunning
    return isCore ? .other(at: position) : object(at: position, from: 0)
  }

  override var isTrial: Bool { true }

  override func next(after object: TaggedObject) -> TaggedObject? {
    self.object(at: object.position, from: ~object.tag &+ 1)
  }

  /// Returns the first candidate from one on; its number stands for the position of a tag.
  private func object(at position: Int, from first: Int) -> TaggedObject {
    guard let fields = index.kind(position) == .object ? fields(of: position) : 0 else {
      return .other(at: position)
    }
    for number in first..<masks.positions.count where masks.fits(number, fields) {
      return TaggedObject(masks.positions[number], at: position, tag: ~number)
    }
    return .other(at: position)
  }

  override func tag(of object: TaggedObject) -> TypeTag { masks.types[~object.tag].tag }
}

/// Finds the tag in the first of several places that has one.
///
/// A tag that only another place has gives way once: a later place may have the tag of the element.
/// What several such tags mean, `ElementReader` decides.
final class AlternativesFinder: TagFinder {
  private let finders: [TagFinder]
  /// The tags of each place, if some are registered for one place only; empty otherwise.
  private let divided: [TagIndex]

  init?(in places: [TagPlace], _ tags: TagTable, _ index: DocumentIndex) {
    var finders: [TagFinder] = []
    var divided: [TagIndex] = []
    for (number, place) in places.enumerated() {
      // A function of the app is called once for each element, so it isn't part of a first search.
      if case .anywhere = place { break }
      let own = tags.tags(of: number)
      if !tags.alternatives.isEmpty { divided.append(own.strings) }
      // A type that is tried and fails isn't malformed: the core goes on with the next one.
      guard let finder = place.finder(own, in: index), !finder.isTrial else { break }
      finders.append(finder)
    }
    guard !finders.isEmpty else { return nil }
    self.finders = finders
    self.divided = divided
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    // A string may be a tag without content in a later alternative.
    guard index.entries[position].isContainer else { return .other(at: position) }
    var hasForeign = false
    for finder in finders {
      let object = finder.object(at: position)
      if object.isRegistered { return object }
      if object.isUntagged { continue }
      guard !hasForeign, isOfAnotherPlace(object.tag) else { break }
      hasForeign = true
    }
    return .other(at: position)
  }

  /// Returns whether a value that isn't registered where it stands is the tag of another place.
  private func isOfAnotherPlace(_ value: Int) -> Bool {
    guard !divided.isEmpty, value >= 0, index.isPlainString(value) else { return false }
    return divided.contains { index.registration(for: value, in: $0) >= 0 }
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    for finder in finders {
      let found = finder.object(at: object.position)
      if found.isRegistered { return finder.tag(of: found) }
    }
    return ""
  }
}
