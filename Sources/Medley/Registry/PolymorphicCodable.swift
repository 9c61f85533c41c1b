/// An enum of the app that is decoded as the types of a mixed feed, and never encoded.
///
/// Its payloads need only be `Decodable`, and it is no `Encodable` that fails:
///
/// ```swift
/// enum ServerEvent: PolymorphicDecodable {
///   case message(Message)
///   case unknown(UnknownPayload)
///
///   static let registry = PolymorphicRegistry<ServerEvent>("type") {
///     try $0.register(for: "message", as: ServerEvent.message)
///   }
/// }
///
/// struct Message: Decodable {
///   let text: String
/// }
/// ```
///
/// In everything else it is as ``PolymorphicEnum``, for both directions.
public protocol PolymorphicDecodable: TaggedDecodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The error of ``unknown(_:)``, which the compiler infers: `Never` if the enum has the case.
  associatedtype UnknownFailure: Error = DiscriminatorError

  /// The case for unknown elements: `case unknown(UnknownPayload)`.
  ///
  /// Without it, an element that a policy keeps is an error. With ``Discriminator/deduced`` and
  /// ``Discriminator/firstMatch``, elements that fit no type are unknown ones without a tag. An enum whose
  /// case has other content implements the function:
  ///
  /// ```swift
  /// static func unknown(_ payload: UnknownPayload) -> Block {
  ///   .unsupported(type: payload.tag?.string)
  /// }
  /// ```
  ///
  /// - Throws: ``DiscriminatorError`` with ``DiscriminatorError/Code/missingCase`` if there is no such
  ///   case. Decoding turns it into the error of the policy `.throw`.
  static func unknown(_ payload: UnknownPayload) throws(UnknownFailure) -> Self

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// Reflection finds it.
  var unknownPayload: UnknownPayload? { get }
}

/// An enum of the app that is encoded as the types of a mixed feed, and never decoded.
///
/// Its payloads need only be `Encodable`:
///
/// ```swift
/// enum ClientEvent: PolymorphicEncodable {
///   case send(Draft)
///
///   static let registry = PolymorphicRegistry<ClientEvent>("type") {
///     try $0.register(
///       encodable: Draft.self, for: "send", as: ClientEvent.send)
///   }
/// }
///
/// struct Draft: Encodable {
///   let text: String
/// }
/// ```
///
/// In everything else it is as ``PolymorphicEnum``, for both directions.
public protocol PolymorphicEncodable: TaggedEncodable {
  /// The registry with the types of the cases.
  static var registry: PolymorphicRegistry<Self> { get }

  /// The payload in the case for unknown elements; nil for other cases.
  ///
  /// It is encoded as it came. ``payload`` states it, or reflection finds it.
  var unknownPayload: UnknownPayload? { get }

  /// The payload of the case, which is encoded with the tag that its type is registered for.
  ///
  /// Without it, encoding takes the payload from the `from:` of a registration, or finds it by
  /// reflection, which takes five times as long. One `switch` states it for all cases:
  ///
  /// ```swift
  /// var payload: any Encodable {
  ///   switch self {
  ///   case .movie(let movie): movie
  ///   case .book(let book): book
  ///   case .advert: Advert()
  ///   case .divider: self
  ///   case .unknown(let payload): payload
  ///   }
  /// }
  /// ```
  ///
  /// Return `self` for a case that is registered as a value, or isn't registered. If two cases have
  /// payloads of one type, `from:` or reflection tells them apart, and both must be registered.
  ///
  /// The type of the payload alone selects the tag. A case that isn't registered, or that returns the
  /// payload of another one, is written under the tag of that type without an error, and decodes as the
  /// case of that tag. `validate(samples:)` of MedleyTesting finds it, with a value of each case.
  var payload: any Encodable { get }
}

// MARK: - Coding with the tag beside the body

/// A type whose values are decoded from a body and a tag that stands beside it.
///
/// ```swift
/// let event = try JSONDecoder().decode(
///   Event.self, tagged: "push", from: data)
/// ```
///
/// ``Polymorphic`` and every ``PolymorphicDecodable`` enum conform. A type of yours that decodes with a
/// registry of its own can, too:
///
/// ```swift
/// extension Block: TaggedDecodable {
///   public init(
///     tagged tag: TypeTag, overridingBody: Bool, from decoder: any Decoder
///   ) throws {
///     self = try Self.registry.decode(
///       tagged: tag, overridingBody: overridingBody, from: decoder)
///   }
/// }
/// ```
public protocol TaggedDecodable: Decodable {
  /// Decodes the body that a decoder stands at, as the value that a tag selects.
  ///
  /// ```swift
  /// let block = try Block(
  ///   tagged: "film", overridingBody: false, from: decoder)
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - overridesBody: Whether another tag in the body is an issue, and no error.
  ///   - decoder: A decoder of any format, which stands at the payload alone.
  /// - Throws: What ``PolymorphicRegistry/decode(tagged:overridingBody:from:)->Polymorphic<Base>``
  ///   throws.
  /// - Complexity: That of decoding the payload.
  init(tagged tag: TypeTag, overridingBody overridesBody: Bool, from decoder: any Decoder) throws
}

/// A type whose values are encoded as a body and a tag that stands beside it.
///
/// ```swift
/// let (tag, body) = try JSONEncoder().encodeTagged(event)
/// ```
///
/// ``Polymorphic`` and every ``PolymorphicEncodable`` enum conform. A type of yours conforms with nothing
/// else if its `encode(to:)` is a call of ``PolymorphicRegistry/encode(_:to:)-(Base,_)``.
public protocol TaggedEncodable: Encodable {}

/// A class or a struct that declares the registry of its subclasses or contents.
///
/// `Polymorphic`, ``PolymorphicValue`` and ``PolymorphicArray`` find the registry by themselves. So
/// the types of a library can be decoded by every client's decoder, without `userInfo` and without a
/// call at startup:
///
/// ```swift
/// open class View: Codable, PolymorphicBase {
///   public static let registry = PolymorphicRegistry<View>("class") {
///     try $0.register(Label.self, for: "label") { $0 }
///     try $0.register(View.self, for: "view") { $0 }
///   }
/// }
///
/// struct Screen: Codable {
///   @PolymorphicArray var views: [View]
/// }
/// let screen = try JSONDecoder().decode(Screen.self, from: data)
/// ```
///
/// A registry in `userInfo` comes first, and an installed one second: an app adds its own types with
/// ``PolymorphicRegistry/registering(_:for:_:fields:options:as:from:fileID:line:)-(_,TypeTag,_,_,_,_,_,_,_)``. The declared one
/// is read once.
///
/// A protocol can't declare a registry. Wrap its values in a struct, whose registry converts:
///
/// ```swift
/// struct AnyShape: PolymorphicBase {
///   let shape: any Shape
///
///   static let registry = PolymorphicRegistry<AnyShape>("shape") {
///     try $0.register(
///       Circle.self, for: "circle", as: { AnyShape(shape: $0) },
///       from: { $0.shape as? Circle })
///   }
/// }
/// ```
///
/// An enum that conforms to ``PolymorphicEnum`` has all this already.
public protocol PolymorphicBase: SendableMetatype {
  /// The type whose registry it is. The subclasses of a class have that of the class.
  associatedtype RegistryBase = Self

  /// The types that a tag may select.
  static var registry: PolymorphicRegistry<RegistryBase> { get }
}

// MARK: - Finding the declared registry

extension SharedRegistry {
  /// The registry that `Base` declares; nil if it declares none.
  static var declared: SharedRegistry? {
    // The subclass of a class inherits a registry for another base.
    func declared<Declaring: PolymorphicBase>(_ type: Declaring.Type) -> Any? {
      Declaring.RegistryBase.self == Base.self ? Declaring.registry : nil
    }
    func cases<Cases: PolymorphicDecodable>(_ type: Cases.Type) -> Any? { Cases.registry }
    func encodableCases<Cases: PolymorphicEncodable>(_ type: Cases.Type) -> Any? { Cases.registry }
    let registry: Any? =
      switch Base.self {
      case let type as any PolymorphicBase.Type: declared(type)
      case let type as any PolymorphicDecodable.Type: cases(type)
      case let type as any PolymorphicEncodable.Type: encodableCases(type)
      default: nil
      }
    return (registry as? PolymorphicRegistry<Base>)?.shared
  }
}

extension RegistrationError {
  /// Creates the error of a base without a registry.
  init(missingFor base: any Any.Type, coder: String) {
    // A subclass inherits the registry of its superclass.
    func registryBase<Declaring: PolymorphicBase>(_ type: Declaring.Type) -> any Any.Type {
      Declaring.RegistryBase.self
    }
    let inherited = (base as? any PolymorphicBase.Type).map { registryBase($0) }
    let hint = inherited.map {
      "The registry that it inherits is for \($0): use Polymorphic<\($0)>. "
    }
    let isClass = base is AnyObject.Type && inherited == nil
    let declaration = isClass ? ", or conform \(base) to PolymorphicBase" : ""
    self.init(
      .missingRegistry,
      "No registry for \(base).",
      remedy: """
        \(hint ?? "")Give the \(coder) one, \(coder).userInfo.register(registry), or install one at \
        startup, try registry.install()\(declaration).
        """
    )
  }
}
