// MARK: - Encoding

extension PolymorphicRegistry {
  /// Encodes a value with the tag of its type.
  func encode(_ base: Base, to encoder: any Encoder) throws {
    switch try content(of: base, for: encoder) {
    case .unknown(let payload):
      try payload.encode(to: encoder)
    case .registered(let payload, let entry):
      guard let encodable = payload as? any Encodable else {
        throw DiscriminatorError(notEncodable: type(of: payload), tag: entry.tags.first)
          .encoding(payload, at: encoder.codingPath)
      }
      let tag = PayloadTag(
        tags: allTags(of: entry),
        comparison: tagComparison,
        taken: fallback?.type == entry.type ? table : nil,
        form: discriminator.form
      )
      if entry.mayKeepUnknown, let kept = Self.keptPayload(in: payload),
        try tag.isStored(in: kept, for: encoder)
      {
        // The payload is the whole element, with this tag, so it is encoded as it came, without key
        // strategies.
        try kept.encode(to: encoder)
      } else {
        try discriminator.form.encode(encodable, tagged: tag, to: encoder)
      }
    }
  }

  /// Returns the unknown payload of an inner hierarchy, if the payload is one.
  private static func keptPayload(in payload: Any) -> UnknownPayload? {
    switch payload {
    case let element as any PolymorphicElement: element.unknown
    case let value as any PolymorphicEnum: value.unknownPayload
    default: nil
    }
  }

  /// A type that is registered several times may store any of its tags.
  private func allTags(of entry: RegistryEntry<Base>) -> [TypeTag] {
    guard !entry.isConverted, let all = positions[ObjectIdentifier(entry.type)], all.count > 1
    else { return entry.tags }
    return all.flatMap { entries[$0].tags }
  }

  // MARK: - Finding the payload

  private enum Content {
    case registered(Any, RegistryEntry<Base>)
    case unknown(UnknownPayload)
  }

  /// The content of a value: a payload with the entry of its type, or an unknown payload.
  ///
  /// The value is the payload itself, unless a function converted it. Then a function returns the
  /// payload, or reflection finds it in the case of an enum.
  private func content(of base: Base, for encoder: any Encoder) throws -> Content {
    let type = type(of: base as Any)
    let own = positions[ObjectIdentifier(type)]?.map { entries[$0] } ?? []
    // The base may be the payload of another value of the base: `case not(Item)`.
    if let entry = own.first(where: { type != Base.self || !$0.isConverted }) {
      return .registered(base, entry)
    }
    for entry in entries {
      if let payload = entry.extract?(base) { return .registered(payload, entry) }
    }
    if let content = reflect(base) { return content }
    if let payload = (base as? any PolymorphicEnum)?.unknownPayload { return .unknown(payload) }
    if let entry = own.first(where: { $0.isPayload(base) }) { return .registered(base, entry) }
    if let fallback {
      if let payload = fallback.extract?(base) { return .registered(payload, fallback) }
      if fallback.type == type, type != Base.self || fallback.isPayload(base) {
        return .registered(base, fallback)
      }
    }
    let error =
      type == Base.self && Mirror(reflecting: base).displayStyle == .enum
      ? DiscriminatorError(unregisteredCase: "\(base)", of: type, tags: tags)
      : DiscriminatorError(unregistered: type, base: Base.self, tags: tags)
    throw error.encoding(base, at: encoder.codingPath)
  }

  /// Returns the payload in the case of an enum.
  private func reflect(_ base: Base) -> Content? {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else { return nil }
    for payload in Self.payloads(in: child.value) {
      // Two cases may hold one type, so the registration must convert the payload to this case.
      let candidates = positions[ObjectIdentifier(type(of: payload))] ?? []
      for entry in candidates.map({ entries[$0] }) + [fallback].compactMap({ $0 })
      where entry.isConverted && entry.extract == nil {
        guard let embedded = entry.embed(payload) else { continue }
        if RegistryEntry.caseName(of: embedded) == child.label {
          return .registered(payload, entry)
        }
      }
    }
    return nil
  }

  /// The type for unknown payloads, if there is one.
  private var fallback: RegistryEntry<Base>? {
    if case .decode(let entry) = policies.unknown.rule { entry } else { nil }
  }

  /// Returns the possible payloads of a case: its value, and the values inside that.
  ///
  /// Reflection shows the value of `movie(item: Movie)` as a tuple, and the payload of `movie(Movie?)`
  /// may be registered as `Movie` or as `Movie?`.
  private static func payloads(in value: Any) -> [Any] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .tuple where mirror.children.count == 1, .optional:
      return [value] + (mirror.children.first.map { payloads(in: $0.value) } ?? [])
    default:
      return [value]
    }
  }
}

extension RegistryEntry {
  /// Returns whether a value of the payload's type is encoded as itself, and not as the payload of
  /// a base.
  fileprivate func isPayload(_ base: Base) -> Bool {
    // Such an enum encodes itself with the registry.
    guard isConverted, !(base is any PolymorphicEnum), let embedded = embed(base) else {
      return !isConverted
    }
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == embedded as? Value }
    if let base = base as? any Equatable { return isEqual(base) }
    if type is AnyObject.Type { return (base as AnyObject) === (embedded as AnyObject) }
    return Self.caseName(of: base) == Self.caseName(of: embedded)
  }
}
