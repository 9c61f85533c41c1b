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
