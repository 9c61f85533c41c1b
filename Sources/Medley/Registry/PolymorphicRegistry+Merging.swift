// MARK: - Combining

extension PolymorphicRegistry {
  /// Returns a registry with the types of both.
  ///
  /// ```swift
  /// let all = try media.merging(plugin.registry)
  /// ```
  ///
  /// The policies and the comparison of tags are those of this registry.
  ///
  /// - Parameter other: A registry with the same discriminator.
  /// - Returns: A registry with every tag of both.
  /// - Throws: ``RegistrationError``, which names both registrations, if a tag selects two types or
  ///   if the discriminators differ.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of registered tags.
  public func merging(_ other: Self) throws -> Self {
    guard discriminator == other.discriminator else {
      throw RegistrationError(merging: discriminator, with: other.discriminator, base: Base.self)
    }
    var merged = self
    for entry in other.entries { try merged.add(entry) }
    merged.seal()
    return merged
  }

  /// Returns a registry with the types of both, preferring those of the other for tags of both.
  ///
  /// ```swift
  /// let tested = media.overriding(with: stubs)
  /// ```
  ///
  /// The discriminator, the policies and the comparison of tags are those of this registry. Of
  /// deduced types with the same fields, the other's are used.
  ///
  /// - Parameter other: The registry whose types are preferred.
  /// - Returns: A registry with every tag of both.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of registered tags.
  public func overriding(with other: Self) -> Self {
    var result = Self(discriminator, comparing: tagComparison, policies: policies)
    result.tagWriting = tagWriting
    result.tagKind = tagKind
    for entry in other.entries + entries {
      var entry = entry
      if !entry.options.isOnlyEncoded {
        let place = result.alternative(of: entry)
        entry.tags.removeAll { result.table.position(of: $0, in: place) != nil }
        guard !entry.tags.isEmpty || entry.pattern != nil else { continue }
      }
      let isCandidate = !entry.options.isOnlyEncoded && entry.pattern == nil
      do {
        result.append(entry, isCandidate ? try result.candidate(entry) : nil)
      } catch {
        // A type with the fields of another one is left out.
      }
    }
    result.seal()
    return result
  }
}
