import MedleyBase

// MARK: - Registries of generic types

extension PolymorphicRegistry {
  /// Returns the registry of a generic type, which is made once for each of its specialisations.
  ///
  /// A generic type can't have a static stored property, and a registry that is made for each element
  /// takes a multiple of the time of its decoding:
  ///
  /// ```swift
  /// enum Either<First: Payload, Second: Payload>: PolymorphicEnum {
  ///   case first(First)
  ///   case second(Second)
  ///
  ///   static var registry: PolymorphicRegistry<Either> {
  ///     .kept(.firstMatch) {
  ///       try $0.register(for: "first", as: Either.first)
  ///       try $0.register(for: "second", as: Either.second)
  ///     }
  ///   }
  /// }
  /// typealias Payload = Codable & SendableMetatype
  /// ```
  ///
  /// What the first call makes is kept as long as the process runs, so `build` must not depend on
  /// anything but the type. Of two calls in different lines for one base, only the first one's registry
  /// is kept. An enum whose `registry` is a kept one isn't asked for it again.
  ///
  /// - Parameters:
  ///   - discriminator: The place of the tag.
  ///   - ignoresCase: Whether tags are equal if their lowercase forms are: see ``ignoresCase``.
  ///   - policies: The policies for elements that can't be decoded to a registered type.
  ///   - fileID: The file of the call, which tells apart the registries of one base.
  ///   - line: The line of the call.
  ///   - build: A function that registers the types. It is called once, or twice if two threads are first.
  /// - Returns: The registry.
  /// - Precondition: `build` doesn't throw. A conflict stops the program with a message that names
  ///   both types.
  /// - Complexity: O(1) after the first call. At most 16,384 specialisations are kept.
  public static func kept(
    _ discriminator: @autoclosure () -> Discriminator,
    ignoringCase ignoresCase: Bool = false,
    policies: @autoclosure () -> Policies = Policies(),
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ build: (_ registry: inout Self) throws -> Void
  ) -> Self {
    // By the base: looking up the type of its registry takes 320 instructions.
    let base = ObjectIdentifier(Base.self)
    let known = keptRegistries.find(base, as: KeptRegistry.self)
    if let core = known?.read({ $0.isOf(fileID, line) ? $0.core : nil }) {
      return Self(SharedRegistry(core: core))
    }
    let made = Self(
      discriminator(),
      ignoringCase: ignoresCase,
      policies: policies(),
      build
    )
    let kept = keptRegistries.insert(
      KeptRegistry(RegistryCore(made.contents, isKept: true), fileID, line),
      for: base
    )
    // Another thread may have been faster.
    return kept.isOf(fileID, line) ? Self(SharedRegistry(core: kept.core)) : made
  }
}

/// The registries of generic types, by their bases.
private let keptRegistries = TypeCache()

/// A registry, and the call that made it.
private final class KeptRegistry: Sendable {
  let core: RegistryCore
  private let file: StaticString
  private let line: UInt

  init(_ core: RegistryCore, _ file: StaticString, _ line: UInt) {
    self.core = core
    self.file = file
    self.line = line
  }

  func isOf(_ file: StaticString, _ line: UInt) -> Bool {
    guard line == self.line, file.hasPointerRepresentation, self.file.hasPointerRepresentation,
      file.utf8CodeUnitCount == self.file.utf8CodeUnitCount
    else { return false }
    // Mostly one literal. Comparing the names takes a third of an element.
    return FieldKey(file).address == FieldKey(self.file).address || hasSameName(as: file)
  }

  @inline(never) private func hasSameName(as other: StaticString) -> Bool {
    "\(file)" == "\(other)"
  }
}
