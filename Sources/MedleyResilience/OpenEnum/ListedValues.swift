public import Medley
import MedleyBase

/// The listed values of a ``ForwardCompatibleCases`` enum, made once.
///
/// Without it, the list is compared one value after the other, and its elements are tuples of
/// generic types: 37,000 instructions for each value.
@usableFromInline final class ListedCases<Cases: ForwardCompatibleCases>: @unchecked Sendable {
  // Sound: it has only constants, of values that the enum itself shares by its list, and what can be
  // sent.
  @usableFromInline let values: [Cases]
  /// The positions of the values that are strings, which are found without metadata of other types.
  @usableFromInline let strings: StringPositions
  @usableFromInline let others: [Cases.WireValue: Int]
  @usableFromInline let wireValues: [Cases: Cases.WireValue]
  /// The values that reflection has found in cases that aren't listed.
  let reflected = ReflectedWireValues(Cases.self)

  fileprivate init() {
    let isText = Cases.WireValue.self == String.self
    let pairs = Cases.wireValues
    values = pairs.map { $0.value }
    strings = StringPositions(isText ? pairs.map { same($0.key) } : [])
    var others: [Cases.WireValue: Int] = [:]
    var wireValues: [Cases: Cases.WireValue] = [:]
    // Backwards, since of equal values the first counts, and of several values for one case the first
    // is encoded.
    for position in pairs.indices.reversed() {
      let (wireValue, value) = pairs[position]
      if !isText { others[wireValue] = position }
      wireValues[value] = wireValue
    }
    self.others = others
    self.wireValues = wireValues
  }

  @inlinable @inline(__always)
  func find(_ value: Cases.WireValue, else unlisted: (Cases.WireValue) -> Cases) -> Cases {
    let position =
      Cases.WireValue.self == String.self ? strings.position(of: same(value)) : others[value]
    guard let position else { return unlisted(value) }
    return values[position]
  }
}

extension ForwardCompatibleCases {
  /// The listed values.
  @usableFromInline static var listedCases: ListedCases<Self> {
    guard let known = listedCasesOfTypes.find(ObjectIdentifier(Self.self)) else {
      return makeListedCases()
    }
    // Sound: it is that of the type.
    return unsafe unsafeDowncast(known, to: ListedCases<Self>.self)
  }

  @inline(never) private static func makeListedCases() -> ListedCases<Self> {
    listedCasesOfTypes.insert(ListedCases<Self>(), for: ObjectIdentifier(Self.self))
  }
}

/// The positions of strings in a list.
@usableFromInline struct StringPositions: Sendable {
  /// The number of strings up to which comparing them takes less than hashing one.
  private static let fewest = 16

  fileprivate let list: [String]
  /// The positions of the strings if there are more.
  private let positions: [String: Int]

  fileprivate init(_ list: [String]) {
    self.list = list.map(\.compacted)
    // Of equal strings, the first counts.
    positions = list.count <= Self.fewest ? [:] : [String: Int](positionsOf: list)
  }

  @usableFromInline
  func position(of string: String) -> Int? {
    if !positions.isEmpty { return positions[string] }
    for position in list.indices where list[position] == string { return position }
    return nil
  }
}

// MARK: - Finding values of OpenEnum

/// The listed values of an ``OpenEnum``, made once.
///
/// Without it, the enum makes an optional of itself from a raw value, whose metadata takes 880
/// instructions to look up.
final class ListedOpenValues<Value>: @unchecked Sendable {
  // Sound: it has only constants, and no value has content that could be shared.
  private let values: [Value]
  private let strings: StringPositions

  fileprivate init(_ values: [Value], for strings: [String]) {
    self.values = values
    self.strings = StringPositions(strings)
  }

  /// Returns the position of the value with a raw value; nil if that isn't listed.
  func position<RawValue>(of rawValue: RawValue) -> Int? {
    guard RawValue.self == String.self else { return nil }
    return strings.position(of: same(rawValue))
  }

  /// The strings and their values.
  fileprivate var pairs: [(string: String, value: Value)] {
    zip(strings.list, values).map { ($0, $1) }
  }

  // Never inlined: the object has the metadata of the value, and its callers would look it up.
  @inline(never) func value(at position: Int) -> Value { values[position] }
}

extension OpenEnum where Known.RawValue: Decodable {
  /// The listed values.
  @inline(__always) static var listedValues: ListedOpenValues<OpenEnum> {
    guard let known = openValuesOfTypes.find(ObjectIdentifier(Known.self)) else {
      return makeListedValues()
    }
    // Sound: it is that of the type.
    return unsafe unsafeDowncast(known, to: ListedOpenValues<OpenEnum>.self)
  }

  @inline(never) private static func makeListedValues() -> ListedOpenValues<OpenEnum> {
    var (values, strings): ([OpenEnum], [String]) = ([], [])
    if Known.RawValue.self == String.self, let type = Known.self as? any CaseIterable.Type {
      for case let value as Known in type.fewCases {
        let rawValue = value.rawValue
        // Only a case of an enum without content can be shared.
        guard let known = Known(rawValue: rawValue), let mirror = Mirror.ofCase(known),
          mirror.firstChild == nil
        else { continue }
        values.append(.known(known))
        strings.append(same(rawValue))
      }
    }
    let new = ListedOpenValues(values, for: strings)
    return openValuesOfTypes.insert(new, for: ObjectIdentifier(Known.self))
  }
}

extension CaseIterable {
  /// The cases, if they are at most 256.
  fileprivate static var fewCases: [Any] {
    let limit = 256
    let cases = allCases.prefix(limit + 1).map { $0 as Any }
    return cases.count <= limit ? cases : []
  }
}

private let openValuesOfTypes = TypeCache()
private let listedCasesOfTypes = TypeCache()

// MARK: - Serving MedleyJSON

extension OpenEnum: ListedStrings where Known.RawValue: Decodable {
  package static var listedStrings: [(string: String, value: OpenEnum)] { listedValues.pairs }
}

extension ForwardCompatibleCases {
  package static var listedStrings: [(string: String, value: Self)] {
    wireValues.compactMap { value, _ in
      (value as? String).map { ($0, Self(wireValue: value)) }
    }
  }
}
