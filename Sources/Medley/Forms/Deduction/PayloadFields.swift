import MedleyBase

/// The fields by which ``Discriminator/deduced`` and ``Discriminator/firstMatch`` recognise a payload.
///
/// Registering a type decodes a sample of it to find its fields. A type whose sample can't be decoded,
/// for example one with an enum that isn't `CaseIterable`, is tried where the fields that could be
/// found match. State the fields to recognise it by them, or if only the absence of a field
/// distinguishes two types:
///
/// ```swift
/// try replies.register(
///   Failure.self, for: "failure",
///   fields: PayloadFields(
///     required: ["message"], optional: ["code"], excluded: ["data"]))
/// ```
///
/// Types with the same fields may differ in the value of one:
///
/// ```swift
/// try shapes.register(
///   Circle.self, for: "circle",
///   fields: PayloadFields(
///     Circle.CodingKeys.self, constants: ["kind": "round"]))
/// ```
public struct PayloadFields: Sendable {
  /// The fields that the type requires.
  public var required: Set<String>
  /// The fields that the type knows and doesn't require.
  public var optional: Set<String>
  /// The fields whose presence excludes the type.
  public var excluded: Set<String>
  /// The fields that the type requires to have a certain value: a string, an integer or a Boolean.
  ///
  /// The payload should store them, because it is encoded alone.
  public var constants: [String: TypeTag]

  /// Key types that know further fields.
  private(set) var keys: [any CodingKey.Type] = []
  /// Whether these are all fields that the type requires: if not, the type has to be tried.
  package private(set) var isComplete = true

  /// Creates the description of a payload.
  public init(
    required: Set<String> = [],
    optional: Set<String> = [],
    excluded: Set<String> = [],
    constants: [String: TypeTag] = [:]
  ) {
    self.required = required
    self.optional = optional
    self.excluded = excluded
    self.constants = constants
  }

  /// Creates the description of a payload that knows the fields of a key type.
  ///
  /// Which of them the payload requires is unknown, so that it is tried where it knows most of the
  /// fields of an element:
  ///
  /// ```swift
  /// try lengths.register(
  ///   Length.self, for: "length",
  ///   fields: PayloadFields(Length.CodingKeys.self))
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys of the type.
  ///   - constants: The fields that have a certain value; see ``constants``.
  public init(_ keys: (some CodingKey).Type, constants: [String: TypeTag] = [:]) {
    self.init(constants: constants)
    self.keys = [keys]
    isComplete = false
  }

  /// Finds the fields that `Payload` reads, as far as a sample of it can be decoded.
  package init<Payload: Decodable>(of type: Payload.Type) {
    let (payload, reads) = SampleDecoder.observe { try type.init(from: $0) }
    self.init(SampleObservation(payload: payload, base: nil, reads: reads))
  }

  /// The fields that a sample has read, as far as it could be decoded.
  init(_ sample: SampleObservation) {
    let reads = sample.reads
    self.init(required: reads.required, optional: reads.optionalAlone)
    // A payload that is an element itself, for example a nested enum, requires what that requires.
    guard !sample.isDecoded || !reads.elements.isEmpty else { return }
    isComplete = false
    // A type that takes any name says nothing about a payload.
    keys = reads.keys.filter { $0.init(stringValue: "\u{0}Medley") == nil }
  }
}

// MARK: - Matching

extension PayloadFields {
  @inline(never) package func claims(_ field: String) -> Bool {
    required.contains(field) || optional.contains(field)
      || keys.contains { $0.init(stringValue: field) != nil }
  }

  /// Returns the number of the fields of an element that the type knows, if it fits the element.
  func claims(in fields: Set<String>) -> Int {
    guard keys.isEmpty else { return fields.count(where: claims) }
    // Iterates over the fields of the type, because those of an element aren't limited.
    return required.count + optional.count { fields.contains($0) && !required.contains($0) }
  }

  /// Returns whether an element has the required fields and constants, and no excluded field.
  ///
  /// - Parameters:
  ///   - fields: The fields of the element; none for a value that is no object.
  ///   - object: The object, for the constants.
  /// - Returns: Whether the type fits.
  @inline(never) func fit(_ fields: Set<String>, in object: ObjectReader?) -> Bool {
    guard required.isSubset(of: fields), excluded.isDisjoint(with: fields) else { return false }
    return constants.allSatisfy { name, value in
      guard let object else { return false }
      let key = MemberKey(name).shown(in: object)
      return (try? object.container.decode(TagCandidates.self, forKey: key))?.all.contains(value)
        ?? false
    }
  }

  /// Whether no element tells this from the other.
  func isEquivalent(to other: PayloadFields) -> Bool {
    isComplete && other.isComplete && required == other.required && excluded == other.excluded
      && constants == other.constants
      && required.union(optional) == other.required.union(other.optional)
  }
}

// MARK: - Comparing

extension PayloadFields: Hashable {
  /// Returns whether two descriptions have the same fields, constants and key types.
  public static func == (lhs: PayloadFields, rhs: PayloadFields) -> Bool {
    lhs.required == rhs.required && lhs.optional == rhs.optional && lhs.excluded == rhs.excluded
      && lhs.constants == rhs.constants && lhs.isComplete == rhs.isComplete
      && lhs.keys.elementsEqual(rhs.keys) { $0 == $1 }
  }

  /// Hashes the fields that the type requires or knows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(required)
    hasher.combine(optional)
  }
}

/// The fields of all candidates as bits, which are compared at once.
package final class FieldMasks: Sendable {
  /// The fields of a candidate, and whether all are known that it requires.
  private typealias Fields = (
    required: UInt64, known: UInt64, excluded: UInt64, isComplete: Bool
  )

  /// The positions of the bits, by the names of the fields.
  package let bits: [String: Int]
  /// The candidates.
  package let types: [TypeCandidate]
  /// The positions of the entries.
  package let positions: [Int]
  private let candidates: [Fields]
  /// Whether the fields of any candidate are known.
  let haveFields: Bool
  /// Whether any candidate requires a field to have a certain value, which bits don't tell.
  private let haveConstants: Bool
  /// The keys of the fields, in the order of their bits.
  private let keys: [WireKey]

  init(_ candidates: [TypeCandidate]) {
    var uses: [String] = []
    @inline(never) func add(_ names: Set<String>) { uses += Array(names) }
    for candidate in candidates {
      add(candidate.fields.required)
      add(candidate.fields.optional)
      add(candidate.fields.excluded)
    }
    var (sorted, counts) = ([String](), [Int]())
    for name in uses.inOrder {
      if sorted.last == name {
        counts[counts.count - 1] += 1
      } else {
        sorted.append(name)
        counts.append(1)
      }
    }
    // Those of few types first, which tell most.
    let names = counts.indices.sortedOrder { counts[$0] < counts[$1] }.map { sorted[$0] }
    let bits = [String: Int](positionsOf: names)
    @inline(never) func mask(_ names: Set<String>) -> UInt64 {
      names.reduce(0) { $0 | 1 << UInt64(bits[$1] ?? 0) }
    }
    self.candidates = candidates.map { candidate in
      let fields = candidate.fields
      return (
        required: mask(fields.required),
        known: mask(fields.required) | mask(fields.optional),
        excluded: mask(fields.excluded),
        isComplete: fields.isComplete && fields.keys.isEmpty
      )
    }
    haveConstants = candidates.contains { !$0.fields.constants.isEmpty }
    haveFields = !names.isEmpty || haveConstants || candidates.contains { !$0.fields.isComplete }
    self.bits = bits
    keys = names.map { WireKey($0) }
    types = candidates
    positions = candidates.map(\.position)
  }

  /// Whether each field has a bit, and bits tell all.
  package var areFew: Bool { bits.count <= UInt64.bitWidth && !haveConstants }

  /// Whether a strict decoder is asked for fields.
  var areAsked: Bool { areFew && haveFields && keys.count <= 24 }

  /// Whether it is, and none of the candidates has to be tried.
  var tell: Bool { areAsked && candidates.allSatisfy(\.isComplete) }

  /// Returns the positions of the entries of candidates that have all fields they require, and none that
  /// excludes them, for an element of a strict decoder.
  ///
  /// - Parameter members: The members of an object; nil for another value.
  /// - Returns: The positions.
  func fitting(in members: KeyedDecodingContainer<WireKey>?) -> [Int] {
    guard let members else {
      return candidates.indices.filter { fits($0, 0) }.map { positions[$0] }
    }
    var fitting: [Int] = []
    fitting.reserveCapacity(candidates.count)
    asking(members) { present in
      for (index, candidate) in candidates.enumerated() where fits(candidate, present) {
        fitting.append(positions[index])
      }
    }
    return fitting
  }

  /// Returns whether an element with certain fields has all that a candidate requires, and none that
  /// excludes it; a value that isn't an object has none.
  package func fits(_ index: Int, _ fields: UInt64) -> Bool {
    fits(candidates[index]) { fields & $0 }
  }

  @inline(__always) private func fits(_ candidate: Fields, _ present: (UInt64) -> UInt64) -> Bool {
    present(candidate.required) == candidate.required && isFree(candidate.excluded, present)
  }

  /// Returns the index of the only candidate that knows most of the fields of an element.
  ///
  /// - Returns: Nil if there are none or several, or if one fits that may have to be tried.
  package func only(with fields: UInt64) -> Int? {
    only { fields & $0 }
  }

  /// Returns the same for an object of a strict decoder.
  func only(in members: KeyedDecodingContainer<WireKey>) -> Int? {
    asking(members) { only($0) }
  }

  /// Calls a function with one that returns which of some fields an object has, and asks for each once.
  // Inlined: a function that is passed on checks its variables for exclusive access, a tenth of an
  // element on `JSONDecoder`.
  @inline(__always) private func asking<Result>(
    _ members: KeyedDecodingContainer<WireKey>,
    _ body: ((UInt64) -> UInt64) -> Result
  ) -> Result {
    var (asked, fields) = (UInt64(0), UInt64(0))
    return body { wanted in
      if wanted & ~asked != 0 { ask(members, for: wanted, &asked, &fields) }
      return fields & wanted
    }
  }

  /// Asks for those of some fields that weren't asked for, until one is absent.
  // Inlined ones were 2 KB.
  @inline(never) private func ask(
    _ members: KeyedDecodingContainer<WireKey>,
    for wanted: UInt64,
    _ asked: inout UInt64,
    _ fields: inout UInt64
  ) {
    var left = wanted & ~asked
    while left != 0, wanted & asked & ~fields == 0 {
      let bit = left & ~(left &- 1)
      left &= ~bit
      asked |= bit
      if members.contains(keys[bit.trailingZeroBitCount]) { fields |= bit }
    }
  }

  /// Returns the index of the only candidate that knows most of the fields.
  ///
  /// - Parameter present: A function that returns which of some fields the element has. It may
  ///   leave some out if one of them is absent.
  /// - Returns: Nil if there are none or several, or if one fits that may have to be tried.
  @inline(__always) private func only(_ present: (UInt64) -> UInt64) -> Int? {
    var only: Int?
    var (count, most) = (0, 0)
    func claims(_ candidate: Fields) -> Int {
      var bits = candidate.known
      var claims = 0
      while bits != 0 {
        let bit = bits & ~(bits &- 1)
        if present(bit) != 0 { claims += 1 }
        bits &= ~bit
      }
      return claims
    }
    for (index, candidate) in candidates.enumerated() where fits(candidate, present) {
      guard candidate.isComplete else { return nil }
      count += 1
      if count == 1 {
        only = index
        continue
      }
      // Several fit: the one with most of the fields, if it is alone.
      if count == 2, let first = only { most = claims(candidates[first]) }
      let claims = claims(candidate)
      if claims >= most { only = claims > most ? index : nil }
      most = max(most, claims)
    }
    return only
  }

  private func isFree(_ excluded: UInt64, _ present: (UInt64) -> UInt64) -> Bool {
    var bits = excluded
    while bits != 0 {
      let bit = bits & ~(bits &- 1)
      if present(bit) != 0 { return false }
      bits &= ~bit
    }
    return true
  }
}
