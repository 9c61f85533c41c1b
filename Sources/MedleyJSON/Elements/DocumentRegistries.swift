import Medley

/// The registries of a decoder, on which the plans of its documents depend.
extension RegistryScope: PlanScope {
  package func isEqual(to other: any PlanScope) -> Bool {
    (other as? RegistryScope).map { $0 == self } ?? false
  }
}

/// What decodes the elements of registries in one document, and reports their issues.
///
/// It is a class, because the engine keeps it without knowing it.
final class DocumentRegistries: TypePlanner {
  private let calls = CollectingCalls()
  /// The text that is decoded again, to compare the result with a value that may have changed.
  var textDecodedAgain: SourceText?

  private var collector: DecodingReport.Collector? { unsafe document.collector }

  // MARK: Reporting issues

  override var isInCall: Bool { IssueMark.inCall(collector) != nil }

  override func calling<Value>(
    _ root: any Any.Type,
    _ body: () throws -> Value
  ) rethrows -> Value {
    try calls.collecting(for: collector, root: root, body)
  }

  // MARK: Planning types

  override func genericDecoder(for type: any Decodable.Type) -> AnyElementDecoder? {
    unsafe .makeGeneric(for: type, in: document.index)
  }

  override func decoder(
    for type: any Decodable.Type
  ) -> (decoder: AnyElementDecoder?, isCertain: Bool) {
    if let decoder = unsafe AnyElementDecoder.make(for: type, in: document.index) {
      return (decoder, true)
    }
    // The registry of this kind may be installed later, and this document serve others then.
    return (nil, !(type is any KnownElement.Type))
  }

  override func decidesOnAbsence(_ type: any Any.Type) -> Bool {
    type is any KeyedDecodable.Type || type is any NilRepresentable.Type
  }
}

extension Document {
  /// The collector of the decoder, which receives the issues of a call.
  var collector: DecodingReport.Collector? { Self.collector(options.userInfo) }

  static func collector(_ userInfo: UserInfo) -> DecodingReport.Collector? {
    guard let receiver = userInfo.receiver else { return nil }
    // Sound: the extension of the engine found it.
    return unsafe unsafeDowncast(receiver, to: DecodingReport.Collector.self)
  }

  /// The planner, which the extension of the engine has made.
  var registries: DocumentRegistries {
    // Sound: this module is linked.
    unsafe unsafeDowncast(planner.unsafelyUnwrapped, to: DocumentRegistries.self)
  }
}

// MARK: - Extending the engine

/// The engine finds this conformance with a cast if MedleyJSON is linked.
extension EngineExtension: EngineExtending {
  package static func scope(of userInfo: [CodingUserInfoKey: Any]) -> (any PlanScope)? {
    guard let registries = RegistryScope(userInfo), !registries.isEmpty else { return nil }
    return registries
  }

  package static func receiver(
    of userInfo: [CodingUserInfoKey: Any]
  ) -> (any AnyObject & Sendable)? {
    DecodingReport.Collector.find(in: userInfo)
  }

  package static func makePlanner(for document: Document) -> TypePlanner {
    // Before the first decoder, because each has a document.
    MedleyDecoders.registration
    return DocumentRegistries(document)
  }
}

// MARK: - Keeping settings

extension CallOptions {
  /// The default settings with the registries that were used last.
  private static let last = Lock<CallOptions?>(nil)

  /// Returns the default settings with registries.
  ///
  /// Programs that make a decoder for each call use the same registries each time, so these settings
  /// are kept: making and releasing them took 7,000 of 16,900 instructions of such a call.
  static func standard(with registries: RegistryScope) -> CallOptions {
    if registries.isEmpty { return standard }
    if let last = last.withLock({ $0 }), last.basis.scope.map(registries.isEqual) == true {
      return last
    }
    // Without looking for the registries in the user information.
    let userInfo = UserInfo([RegistryScope.key: registries], scope: registries)
    let settings = CallOptions(DecodingOptions(userInfo: userInfo))
    last.exchange(settings)
    return settings
  }

  /// Releases the settings that are kept for the next decoder.
  static func releaseLast() {
    last.exchange(nil)
  }
}
