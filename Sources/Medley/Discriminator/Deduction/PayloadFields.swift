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
public struct PayloadFields: Hashable, Sendable {
  /// The fields that the type requires.
  public var required: Set<String>
  /// The fields that the type knows and doesn't require.
  public var optional: Set<String>
  /// The fields whose presence excludes the type.
  public var excluded: Set<String>

  /// Key types that know further fields.
  private(set) var keys: [FieldKeys] = []
  /// Whether these are all fields that the type requires: if not, the type has to be tried.
  private(set) var isComplete = true

  /// Creates the description of a payload.
  public init(
    required: Set<String> = [],
    optional: Set<String> = [],
    excluded: Set<String> = []
  ) {
    self.required = required
    self.optional = optional
    self.excluded = excluded
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
  public init(_ keys: (some CodingKey).Type) {
    self.init()
    self.keys = [FieldKeys(keys)]
    isComplete = false
  }

  /// Finds the fields that `Payload` reads, as far as a sample of it can be decoded.
  init<Payload: Decodable>(of type: Payload.Type) {
    self.init(readBy: { try type.init(from: $0) })
  }

  /// Finds the fields that a function reads, as far as it accepts the placeholders.
  init<Payload>(readBy decode: (any Decoder) throws -> Payload) {
    let sample = Sample.observe(decode)
    self.init(required: sample.required, optional: sample.optional)
    // A payload that is an element itself, for example a nested enum, requires what that requires.
    guard !sample.isDecoded || sample.isElement else { return }
    isComplete = false
    keys = sample.keys.compactMap(FieldKeys.init(closed:))
  }
}

// MARK: - Matching

extension PayloadFields {
  func claims(_ field: String) -> Bool {
    required.contains(field) || optional.contains(field) || keys.contains { $0.contains(field) }
  }

  /// Returns the number of the fields of an element that the type knows.
  func claims(in fields: Set<String>) -> Int {
    guard keys.isEmpty else { return fields.count(where: claims) }
    // Iterates over the fields of the type, because those of an element aren't limited.
    return required.count(where: fields.contains)
      + optional.count { !required.contains($0) && fields.contains($0) }
  }

  func fit(_ fields: Set<String>) -> Bool {
    required.isSubset(of: fields) && excluded.isDisjoint(with: fields)
  }

  /// Whether no element tells this from the other.
  func isEquivalent(to other: PayloadFields) -> Bool {
    isComplete && other.isComplete && required == other.required && excluded == other.excluded
      && required.union(optional) == other.required.union(other.optional)
  }
}

/// A type of keys, which knows the names of fields.
struct FieldKeys: Hashable, Sendable {
  private let type: any CodingKey.Type

  init(_ type: any CodingKey.Type) {
    self.type = type
  }

  /// Returns nil for a type that takes any name, and thus says nothing about a payload.
  init?(closed type: any CodingKey.Type) {
    guard type.init(stringValue: "\u{0}Medley") == nil else { return nil }
    self.type = type
  }

  func contains(_ name: String) -> Bool { type.init(stringValue: name) != nil }

  static func == (lhs: FieldKeys, rhs: FieldKeys) -> Bool { lhs.type == rhs.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
