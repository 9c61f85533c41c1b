public import Medley

// MARK: - Validating with samples

extension PolymorphicRegistry {
  /// Everything that is wrong with this registry, including what encoding and decoding values shows.
  ///
  /// ```swift
  /// let problems = Item.registry.problems(
  ///   samples: [.movie(movie), .book(book), .advert])
  /// #expect(problems.isEmpty)
  /// ```
  ///
  /// - Parameter samples: Values to encode and decode: one of each case or type.
  /// - Returns: The ``problems``, and one for each value that can't be encoded, can't be decoded
  ///   again, or decodes as another case.
  public func problems(samples: [Base]) -> [RegistrationError] {
    problems + samples.compactMap(problem(of:))
  }

  private func problem(of sample: Base) -> RegistrationError? {
    let name = name(of: sample)
    let value: PayloadValue
    do {
      value = try self.value(encoding: sample)
    } catch {
      if isOnlyDecoded && !isUnregistered(sample) { return nil }
      return self.problem("can't be encoded", of: name, because: error)
    }
    if isOnlyEncoded { return nil }
    // What is only encoded isn't decoded as the same value, if at all.
    if let registry = withoutOnlyEncoded, (try? registry.value(encoding: sample)) == nil {
      return nil
    }
    do {
      let decoded = try value.decode(Polymorphic<Base>.self, userInfo: userInfo)
      guard let other = decoded.known.flatMap(Registration.caseName),
        other != Registration.caseName(of: sample)
      else { return nil }
      return RegistrationError(
        .mixedUpCases,
        """
        The case \(name) of \(Base.self) is encoded as \(value.description), which decodes as \
        \(other). Look at their from: functions, which should return nil for another case.
        """
      )
    } catch {
      return self.problem("can't be decoded", of: name, because: error)
    }
  }

  private func problem(
    _ problem: String,
    of name: String,
    because error: any Error
  ) -> RegistrationError {
    let reason = error.cause?.description ?? error.context?.debugDescription ?? error.inOneLine
    return RegistrationError(
      error.cause?.code == .unregisteredType ? .unregisteredCase : .invalidSample,
      tag: error.cause?.tag,
      "The sample \(name) of \(Base.self) \(problem): \(reason)"
    )
  }

  private func name(of base: Any) -> String {
    Registration.caseName(of: base) ?? "\(type(of: base))"
  }

  /// Encodes a value with this registry, whatever is installed.
  private func value(encoding base: Base) throws -> PayloadValue {
    try PayloadValue(encoding: Polymorphic.known(base), userInfo: userInfo)
  }

  private var userInfo: [CodingUserInfoKey: any Sendable] {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    userInfo.register(self)
    return userInfo
  }

  /// Whether the base is an enum that is never decoded.
  private var isOnlyEncoded: Bool {
    Base.self is any PolymorphicEncodable.Type && !(Base.self is any Decodable.Type)
  }

  /// Whether the base is an enum that is never encoded.
  private var isOnlyDecoded: Bool {
    Base.self is any PolymorphicDecodable.Type && !(Base.self is any Encodable.Type)
  }

  /// Whether there is no tag for a value of the base.
  private func isUnregistered(_ value: Any) -> Bool {
    guard let base = value as? Base,
      case .failure(let error) = Result(catching: { try self.value(encoding: base) })
    else { return false }
    return error.context?.codingPath.isEmpty == true && error.cause?.code == .unregisteredType
  }
}

// MARK: - Encoding samples

extension PolymorphicRegistry {
  /// The problems that encoding samples shows.
  var sampleProblems: [RegistrationError] {
    let encoded = isOnlyDecoded ? [] : entries.filter { !$0.options.isOnlyDecoded }
    return encoded.flatMap { entry in
      [unencodableCase(of: entry), unwritablePayload(of: entry)].compactMap(\.self)
    } + caseProblems
  }

  /// The problem of a case without a payload that can't be encoded.
  private func unencodableCase(of entry: Registration) -> RegistrationError? {
    guard entry.isConverted, let value = entry.sample(), isUnregistered(value),
      value is any CustomReflectable || Mirror(reflecting: value).children.isEmpty
    else { return nil }
    let name = Registration.caseName(of: value)
    let reason =
      entry.value == nil
      ? """
      nothing says that its payload is \(entry.type). Register it with from: \
      { if case .\(name ?? "...") = $0 { ... } else { nil } }.
      """
      : "reflection doesn't tell it from other cases. Make the enum Equatable."
    return RegistrationError(
      .unencodableCase,
      tag: entry.tags.first,
      """
      \(name.map { "The case \($0)" } ?? "A case") of \(Base.self), which is registered for \
      \(entry.tags.listed) (\(entry.site)), can't be encoded: \(reason)
      """
    )
  }

  /// The problem of a payload that can't be written with its tag.
  private func unwritablePayload(of entry: Registration) -> RegistrationError? {
    let own = contents.form(of: entry)
    // A payload with its own registry may keep anything.
    guard !(entry.type is any PolymorphicElement.Type),
      !(entry.type is any PolymorphicEncodable.Type),
      let tag = entry.tags.first(where: own.tagPlace.accepts),
      let form = own.alternatives.first(where: { $0.tagPlace.accepts(tag) }),
      let kind = entry.observe.flatMap({ SampleKind($0()) })
    else { return nil }
    let reason: String
    if case .kind = form.tagPlace {
      let read = kind.tags(contents.table.contains)
      guard !entry.tags.contains(where: read.contains) else { return nil }
      reason = "isn't read as \(tag.shortened). Register it for \(read.listed)."
    } else {
      guard form.tagPlace.isTagInPayload, kind != .object else { return nil }
      reason = """
        has no member for the tag \(tag.shortened) \(form.tagPlace). Use a discriminator that keeps \
        them apart: .adjacent, .external or .wrapperArray.
        """
    }
    return RegistrationError(
      .unwritablePayload,
      tag: tag,
      "The payload \(entry.registrant) is encoded as \(kind), which \(reason)"
    )
  }

  /// Cases of an enum that aren't registered, if the enum lists its cases.
  private var caseProblems: [RegistrationError] {
    func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases) }
    guard let type = Base.self as? any CaseIterable.Type else { return [] }
    let registered = Set(entries.compactMap { $0.sample().flatMap(Registration.caseName) })
    return cases(type).compactMap { value in
      // An unknown payload that is encoded isn't unregistered.
      guard isUnregistered(value), (value as? any PolymorphicDecodable)?.unknownPayload == nil,
        Registration.caseName(of: value).map(registered.contains) != true
      else { return nil }
      return RegistrationError(
        .unregisteredCase,
        "The case \(name(of: value)) of \(Base.self) isn't registered. Register it for a tag."
      )
    }
  }
}

extension Error {
  /// The context of an encoding error.
  fileprivate var context: EncodingError.Context? {
    if case .invalidValue(_, let context)? = self as? EncodingError { context } else { nil }
  }

  /// The error about a tag, if it is the cause of an encoding error.
  fileprivate var cause: DiscriminatorError? { context?.underlyingError as? DiscriminatorError }
}
