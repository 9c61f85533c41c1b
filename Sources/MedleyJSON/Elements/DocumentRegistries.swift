package import Medley
package import MedleyBase
package import MedleyEngine

/// The registries of a decoder, on which the plans of its documents depend.
extension RegistryScope: PlanScope {
  package func isEqual(to other: any PlanScope) -> Bool {
    isSame(as: RegistryScope.of(other))
  }

  /// Returns the registries that the extension of the engine found in user information.
  static func of(_ scope: any PlanScope) -> RegistryScope {
    // Sound: it makes no other scopes.
    unsafe unsafeDowncast(scope, to: RegistryScope.self)
  }
}

/// What decodes the elements of registries in one document, and reports their issues.
///
/// It is a class, because the engine keeps it without knowing it.
final class DocumentRegistries: TypePlanner {
  private let index: DocumentIndex
  /// The elements in this document whose types are tried.
  var trials = DocumentTrials()
  /// The text that is decoded again, to compare the result with a value that may have changed.
  var textDecodedAgain: SourceText?

  /// - Parameter index: The index of the document, which keeps this object.
  init(_ index: DocumentIndex) {
    self.index = index
  }

  private var collector: DecodingReport.Collector? { index.document.collector }

  // MARK: Reporting issues

  var isInCall: Bool { IssueMark.inCall(collector) != nil }

  func calling<Value>(
    _ root: any Any.Type,
    _ body: () throws -> Value
  ) rethrows -> Value {
    try IssueCollector.calling(for: collector, root: root, body)
  }

  // MARK: Decoding with a given registry

  /// Decoders of elements by their registries, of which only a few are kept: an app may make one for
  /// each element.
  private var elements: [(made: MadeElement, registry: AnyObject, decoder: AnyElementDecoder)] = []

  /// Returns the decoder of a registry's elements if there is one already.
  func knownElements(_ made: MadeElement, of registry: AnyObject) -> AnyElementDecoder? {
    for known in elements where known.registry === registry {
      if known.made.number == made.number { return known.decoder }
    }
    return nil
  }

  /// Returns the decoder of a registry's elements; nil if only a wire form finds their tags.
  func elements<Maker: ElementMaker>(
    _ maker: Maker.Type,
    of registry: SharedRegistry<Maker.Base>
  ) -> ReportingElementDecoder<Maker.Element>? {
    if let known = knownElements(maker.made, of: registry.core) {
      return known.reporting(Maker.Element.self)
    }
    let decoder = RegisteredElementDecoder(maker, registry, in: index)
    if let decoder, elements.count < 64 {
      // Not appended, which would be an access that others have to be checked against.
      elements = elements + [(maker.made, registry.core, decoder.made)]
    }
    return decoder
  }

  // MARK: Planning types

  func genericDecoder(for type: any Decodable.Type) -> AnyElementDecoder? {
    func ofStrings<Value: ListedStrings>(_ type: Value.Type) -> AnyElementDecoder? {
      StringElementDecoder(type.listedStrings, index)?.made
    }
    func ofElements<List: LossyElements>(_ type: List.Type) -> AnyElementDecoder {
      LossyElementsDecoder<List>(index).made
    }
    func ofPreserved<Value: PreservingDecodable>(_ type: Value.Type) -> AnyElementDecoder {
      PreservingElementDecoder<Value>(index).made
    }
    switch type {
    case let type as any LossyElements.Type: return ofElements(type)
    case let type as any ListedStrings.Type: return ofStrings(type)
    case let type as any PreservingDecodable.Type: return ofPreserved(type)
    default: return nil
    }
  }

  func decoder(
    for type: any Decodable.Type
  ) -> (decoder: AnyElementDecoder?, isCertain: Bool) {
    func ofFields<Value: FieldDecodable>(_ type: Value.Type) -> AnyElementDecoder? {
      CustomInitProbe.reachesMedley(type) ? FieldElementDecoder<Value>(index).made : nil
    }
    func ofCases<Value: PolymorphicDecodable>(_ type: Value.Type) -> AnyElementDecoder? {
      guard CustomInitProbe.reachesMedley(type) else { return nil }
      let registry = type.sharedRegistry
      return RegisteredElementDecoder(CaseMaker<Value>.self, registry, in: index)?.made
    }
    func ofPolymorphic<Value: ElementMaker>(_ type: Value.Type) -> (AnyElementDecoder?, Bool) {
      // A registry may be installed later, and this document serve another decoder then.
      guard let registry = RegistryScope.registry(for: Value.Base.self, of: index.decoder(at: 0))
      else { return (nil, false) }
      return (RegisteredElementDecoder(type, registry, in: index)?.made, true)
    }
    return switch type {
    case is PayloadValue.Type: (PayloadValueElementDecoder(index).made, true)
    case let type as any FieldDecodable.Type: (ofFields(type), true)
    case let type as any PolymorphicDecodable.Type: (ofCases(type), true)
    case let type as any ElementMaker.Type: ofPolymorphic(type)
    default: (nil, true)
    }
  }

  func decidesOnAbsence(_ type: any Any.Type) -> Bool {
    type is any KeyedDecodable.Type || type is any NilRepresentable.Type
  }

  func member<Value: Decodable>(
    _ type: Value.Type,
    _ key: WireKey,
    of decoder: any Decoder
  ) throws -> Value {
    try decoder.container(keyedBy: WireKey.self).decode(key)
  }
}

/// What a document knows of elements whose types are tried, which may be inside each other.
struct DocumentTrials {
  /// The number of elements that were begun.
  var count = 0
  /// The number of elements around the present one that are tried with the index.
  var depth = 0
  /// Whether one of them has failed after it had tried others inside, so that what they have become may
  /// not be what the core makes of them.
  var needCore = false
  /// The number of elements around the present one that the core decodes again.
  var coreDepth = 0
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
    unsafe unsafeDowncast(typePlanner.unsafelyUnwrapped, to: DocumentRegistries.self)
  }
}

// MARK: - Extending the engine

/// The engine finds this conformance with a cast if MedleyJSON is linked.
extension EngineExtension: EngineExtending {
  package static func find(
    in userInfo: [CodingUserInfoKey: Any]
  ) -> (scope: (any PlanScope)?, receiver: (any AnyObject & Sendable)?) {
    let registries = RegistryScope.find(in: userInfo).flatMap { $0.isEmpty ? nil : $0 }
    return (registries, DecodingReport.Collector.find(in: userInfo))
  }

  package static func makePlanner(for document: Document) -> any TypePlanner {
    // Before the first decoder, because each has a document.
    MedleyDecoders.registration
    return DocumentRegistries(document.index)
  }

  package static func elementEncoding(
    of type: any Encodable.Type
  ) -> (any ElementEncoding.Type)? {
    // Before the first value is encoded, because each type has a plan.
    MedleyEncoders.registration
    func encoding<Element: TextElement>(of type: Element.Type) -> any ElementEncoding.Type {
      TextElementEncoding<Element>.self
    }
    return (type as? any TextElement.Type).map { encoding(of: $0) }
  }

  package static func encodesMembers(_ type: any Encodable.Type) -> Bool {
    type is any KeyedEncodable.Type
  }

  package static func encodeMember<Value: Encodable>(
    _ value: Value,
    _ key: WireKey,
    to encoder: any Encoder
  ) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encodeMember(value, forKey: key)
  }
}

// MARK: - Keeping settings

extension CallOptions {
  /// The default settings with the registries that were used last.
  static let last = Lock<CallOptions?>(nil)

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
}
