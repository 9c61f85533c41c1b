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
      let tags = allTags(of: entry)
      let tag = PayloadTag(
        tags: tags,
        comparison: tagComparison,
        taken: tags.isEmpty ? table : nil,
        form: discriminator.form
      )
      try discriminator.form.encode(encodable, tagged: tag, to: encoder)
    }
  }

  /// A type that was registered several times may store any of its tags.
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

  /// What is in a value: a payload with the entry of its type, or an unknown one.
  ///
  /// The value is the payload itself, unless a function made it of one: then a function gets it back
  /// out, or reflection finds it in the case of an enum.
  private func content(of base: Base, for encoder: any Encoder) throws -> Content {
    let type = type(of: base as Any)
    if let position = positions[ObjectIdentifier(type)]?.first {
      return .registered(base, entries[position])
    }
    for entry in entries {
      if let payload = entry.extract?(base) { return .registered(payload, entry) }
    }
    if let content = reflect(base) { return content }
    if let payload = (base as? any PolymorphicEnum)?.unknownPayload { return .unknown(payload) }
    if case .decode(let entry) = policies.unknown.rule {
      if entry.type == type { return .registered(base, entry) }
      if let payload = entry.extract?(base) { return .registered(payload, entry) }
    }
    let error =
      type == Base.self && Mirror(reflecting: base).displayStyle == .enum
      ? DiscriminatorError(unregisteredCase: "\(base)", of: type, tags: tags)
      : DiscriminatorError(unregistered: type, base: Base.self, tags: tags)
    throw error.encoding(base, at: encoder.codingPath)
  }

  /// The payload in the case of an enum.
  private func reflect(_ base: Base) -> Content? {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else { return nil }
    let payload = Self.unlabelled(child.value)
    // Two cases may hold one type: the one that a registration makes of the payload is its own.
    for position in positions[ObjectIdentifier(type(of: payload))] ?? [] {
      let entry = entries[position]
      guard entry.extract == nil, let embedded = entry.embed(payload) else { continue }
      if RegistryEntry.caseName(of: embedded) == child.label { return .registered(payload, entry) }
    }
    return nil
  }

  /// The payload of a case such as `movie(item: Movie)`, which reflection shows as a tuple.
  private static func unlabelled(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return value }
    return mirror.children.first?.value ?? value
  }
}
