import MedleyBase

// MARK: - Decoding

extension DiscriminatorError {
  init(unknown tag: TypeTag?, found: String? = nil, in form: (any WireForm)?, tags: TagTable) {
    self.init(
      code: .unknownTag,
      tag: tag,
      knownTags: tags.tags,
      text: {
        let nearest = tag.flatMap { tags.nearestTags.nearest(to: $0) }
        let hint = nearest.map { " Did you mean \($0.shortened)?" } ?? ""
        let found = found ?? tag?.shortened ?? "another tag"
        let place = form?.tagPlace.description ?? TagPlace.beside
        return ("\(Self.expected(tags, place)) but found \(found).\(hint)", nearest)
      },
      remedy: "Register a type for the tag, or keep unknown payloads with the policy .keep."
    )
  }

  /// The error of an element without a tag, or with one of a wrong kind.
  @inline(never) init(
    _ place: String,
    tags: TagTable,
    found: String,
    ofWrongKind isWrongKind: Bool = false
  ) {
    self.init(
      code: isWrongKind ? .wrongKindTag : .missingTag,
      knownTags: tags.tags,
      description: "\(Self.expected(tags, place)) but found \(found).",
      remedy: isWrongKind
        ? "Keep payloads whose tag is of a wrong kind with the policy .keep."
        : """
        Keep payloads without a tag with the policy .keep, or decode them as a certain tag with \
        .assume.
        """
    )
  }

  private static func expected(_ tags: TagTable, _ place: String) -> String {
    switch (tags.tags.isEmpty, tags.families.isEmpty) {
    case (true, true): "Expected a tag \(place) (no type is registered)"
    case (true, false): "Expected a tag like \(tags.listedPatterns) \(place)"
    case (false, true): "Expected one of \(tags.nearestTags.list) \(place)"
    case (false, false):
      "Expected one of \(tags.nearestTags.list), or a tag like \(tags.listedPatterns), \(place)"
    }
  }
}

// MARK: - Encoding

extension DiscriminatorError {
  init(stored tag: TypeTag, of type: any Any.Type, expected: [TypeTag], place: String) {
    let expectation =
      expected.isEmpty ? "that is the tag of another type" : "its tag is \(expected.listed)"
    self.init(
      code: .tagDisagrees,
      tag: tag,
      knownTags: expected,
      description: "The payload \(type) stores \(tag.shortened) \(place), but \(expectation).",
      remedy: "Store the tag that the type is registered under, or none."
    )
  }

  init(noTagStoredBy type: any Any.Type, found: String, expected: TypeTag?, under path: [WireKey]) {
    let place = "under \"\(path.names.joined(separator: "."))\""
    let expectation = expected.map { " but its tag is \($0.shortened)" } ?? ""
    self.init(
      code: .tagDisagrees,
      knownTags: expected.map { [$0] } ?? [],
      description: "The payload \(type) stores \(found) \(place)\(expectation).",
      remedy: "Store the tag that the type is registered under, or none."
    )
  }

  init(unregistered type: any Any.Type, base: any Any.Type, tags: [TypeTag]) {
    self.init(
      code: .unregisteredType,
      knownTags: tags,
      description: """
        The type \(type) isn't registered for \(base), so there is no tag to encode it with.
        """,
      remedy: "Register it: registry.register(\(type).self, for: ...)."
    )
  }

  init(unregisteredCase name: String?, of type: any Any.Type, tags: [TypeTag]) {
    let subject = name.map { "The case \($0) of \(type)" } ?? "A case of \(type)"
    let example = name.map { "\(type).\($0)" } ?? "..."
    let values = name == nil ? " A registered value is found by ==: make the enum Equatable." : ""
    self.init(
      code: .unregisteredType,
      knownTags: tags,
      description: "\(subject) isn't registered, so there is no tag to encode it with.",
      remedy: """
        Register it: \
        registry.register(for: ..., as: \(example), from: ...). Without from:, the payload is found \
        by reflection, which needs the reflection metadata of the program and an enum that isn't \
        CustomReflectable; so does the payload of the unknown case, unless the enum implements \
        unknownPayload.\(values)
        """
    )
  }

  package init(untagged type: any Any.Type, place: String) {
    self.init(
      code: .unregisteredType,
      description: """
        The type \(type) is used for unknown payloads and stores no tag \(place), so there is none \
        to encode it with.
        """,
      remedy: "Give it a property that stores the tag, or register it."
    )
  }

  init(unwritable tag: TypeTag, of type: any Any.Type, place: String) {
    self.init(
      code: .notEncodable,
      tag: tag,
      description: """
        The tag \(tag.shortened) of \(type) can't be written \(place): it is of another kind than the \
        tags there.
        """,
      remedy: "validate() finds such a registration."
    )
  }

  init(onlyDecoded name: String?, of type: any Any.Type, _ tag: TypeTag?) {
    let subject = name.map { "The case \($0) of \(type)" } ?? "The type \(type)"
    self.init(
      code: .notEncodable,
      tag: tag,
      description: "\(subject) can't be encoded: it is registered for decoding only.",
      remedy: "Add encoding: to its registration, a function that returns its fields."
    )
  }

  init(notEncodable type: any Any.Type, tag: TypeTag?) {
    self.init(
      code: .notEncodable,
      tag: tag,
      description: "The type \(type) can't be encoded: it is only Decodable.",
      remedy: "Make it Codable."
    )
  }
}

extension TypeTag {
  /// The tag as a literal, truncated for a message.
  @inline(never) package var shortened: String {
    let whole = description
    guard whole.utf8.count > 60 else { return whole }
    var (first, count) = ("", 0)
    // Not a prefix, whose generic code would be compiled for scalars alone.
    for scalar in whole.unicodeScalars {
      if count == 60 { return first + "…" }
      first.unicodeScalars.append(scalar)
      count += 1
    }
    return whole
  }
}
