// MARK: - Encoding

extension PolymorphicRegistry {
  /// Encodes a value with the tag of its type.
  func encode(_ base: Base, to encoder: any Encoder) throws {
    let (payload, entry) = try payload(of: base, for: encoder)
    guard let encodable = payload as? any Encodable else {
      throw DiscriminatorError(notEncodable: type(of: payload), tag: entry.tags.first)
        .encoding(payload, at: encoder.codingPath)
    }
    let tags = allTags(of: entry)
    let tag = PayloadTag(
      tags: tags,
      comparison: tagComparison,
      taken: tags.isEmpty ? table : nil,
      form: discriminator.form)
    try discriminator.form.encode(encodable, tagged: tag, to: encoder)
  }

  /// A type that was registered several times may store any of its tags.
  private func allTags(of entry: RegistryEntry<Base>) -> [TypeTag] {
    guard entry.extract == nil, let all = positions[ObjectIdentifier(entry.type)], all.count > 1
    else { return entry.tags }
    return all.flatMap { entries[$0].tags }
  }

  // MARK: - Finding the payload

  /// The payload in a value and the entry of its type.
  ///
  /// The value is the payload itself, unless a function made it of one: then a function gets it back
  /// out, or reflection finds it in the case of an enum.
  private func payload(
    of base: Base,
    for encoder: any Encoder
  ) throws -> (payload: Any, entry: RegistryEntry<Base>) {
    let type = type(of: base as Any)
    if let position = positions[ObjectIdentifier(type)]?.first {
      return (base, entries[position])
    }
    for entry in entries {
      if let payload = entry.extract?(base) { return (payload, entry) }
    }
    if let found = try reflect(base, for: encoder) { return found }
    if case .decode(let entry) = policies.unknown.rule {
      if entry.type == type { return (base, entry) }
      if let payload = entry.extract?(base) { return (payload, entry) }
    }
    throw DiscriminatorError(
      unregistered: type,
      base: Base.self,
      tags: tags
    ).encoding(base, at: encoder.codingPath)
  }

  private func reflect(
    _ base: Base,
    for encoder: any Encoder
  ) throws -> (payload: Any, entry: RegistryEntry<Base>)? {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else { return nil }
    let candidates = positions[ObjectIdentifier(type(of: child.value))] ?? []
    let found = candidates.map { entries[$0] }.filter { $0.extract == nil }
    guard let first = found.first else { return nil }
    guard found.count == 1 else {
      throw DiscriminatorError(
        undecided: child.label ?? "",
        payload: type(of: child.value),
        between: found.flatMap(\.tags)
      ).encoding(base, at: encoder.codingPath)
    }
    return (child.value, first)
  }
}
