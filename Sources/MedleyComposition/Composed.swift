import Medley
import MedleyBase

/// Two values that are encoded as one object.
///
/// Use it to share fields among types without a superclass:
///
/// ```swift
/// struct MediaCommon: Codable {
///   var title: String
///   var published: Int?
/// }
/// struct MovieDetails: Codable {
///   var duration: Int
///   var director: String
/// }
/// typealias StoredMovie = Composed<MediaCommon, MovieDetails>
///
/// // {"title": "Heat", "duration": 170, "director": "Mann"}
/// var movie = try JSONDecoder().decode(
///   StoredMovie.self, from: data)
/// movie.title = "Heat (1995)"
/// movie.duration += 1
/// ```
///
/// The members of both parts are available directly. For three parts and more, nest the type, or
/// name the parts with ``ComposedCodable``. An optional part is nil if none of its members is
/// present. A part may be ``/Medley/Polymorphic``: see <doc:ComposingPayloads>.
@dynamicMemberLookup
public struct Composed<Base, Extension> {
  /// The first part.
  public var base: Base

  /// The second part.
  public var `extension`: Extension

  /// Creates a value from its parts.
  public init(_ base: Base, _ extension: Extension) {
    self.base = base
    self.extension = `extension`
  }

  /// Accesses a member of the first part.
  public subscript<Member>(dynamicMember path: KeyPath<Base, Member>) -> Member {
    base[keyPath: path]
  }

  /// Accesses a mutable member of the first part.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Base, Member>) -> Member {
    get { base[keyPath: path] }
    _modify { yield &base[keyPath: path] }
  }

  /// Accesses a member of the second part.
  public subscript<Member>(dynamicMember path: KeyPath<Extension, Member>) -> Member {
    `extension`[keyPath: path]
  }

  /// Accesses a mutable member of the second part.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Extension, Member>) -> Member {
    get { `extension`[keyPath: path] }
    _modify { yield &`extension`[keyPath: path] }
  }
}

extension Composed: Sendable where Base: Sendable, Extension: Sendable {}
extension Composed: Equatable where Base: Equatable, Extension: Equatable {}
extension Composed: Hashable where Base: Hashable, Extension: Hashable {}

// MARK: - Coding

extension Composed: Decodable where Base: Decodable, Extension: Decodable {
  /// Decodes both parts from one object.
  ///
  /// - Throws: What the parts throw.
  @inline(__always) public init(from decoder: any Decoder) throws {
    // Inlined into the witness, which has the metadata of this type: looking it up takes 340
    // instructions.
    base = try CompositionPart.decode(Base.self, from: decoder)
    `extension` = try CompositionPart.decode(Extension.self, from: decoder)
  }
}

extension Composed: Encodable where Base: Encodable, Extension: Encodable {
  /// Encodes both parts as one object.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if the parts write different values under
  ///   one key.
  public func encode(to encoder: any Encoder) throws {
    let isWritten = try MergedParts.writeUnchecked(to: encoder) { encoder in
      try CompositionPart.encode(base, to: encoder)
      try CompositionPart.encode(`extension`, to: encoder)
    }
    if isWritten { return }
    let object = MergedParts.of(encoder)
    if CompositionPart.hasDictionary(Self.self) {
      try object.write(parts)
    } else {
      try object.write(base)
      try object.write(`extension`)
    }
    try object.finish()
  }
}

/// Decodes and encodes the parts of a composition, which share one object.
enum CompositionPart {
  // MARK: - Decoding

  @inline(__always)
  static func decode<Part: Decodable>(_ type: Part.Type, from decoder: any Decoder) throws -> Part {
    // A cached cast takes 190 instructions for each part; this test reads the kind of the type.
    _isOptional(type) ? try decodeOptional(type, from: decoder) : try Part(contentOf: decoder)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private static func decodeOptional<Part: Decodable>(
    _ type: Part.Type,
    from decoder: any Decoder
  ) throws -> Part {
    func optional<Value: OptionalPart>(_ type: Value.Type) throws -> Part? {
      try Value.decodePart(from: decoder) as? Part
    }
    let part = try (type as? any OptionalPart.Type).flatMap { try optional($0) }
    return try part ?? Part(from: decoder)
  }

  // MARK: - Encoding

  /// Encodes a part to an encoder that writes all parts to one object.
  static func encode<Part: Encodable>(_ part: Part, to encoder: any Encoder) throws {
    if _isOptional(Part.self), let optional = part as? any EncodableOptional {
      return try optional.encodePart(to: encoder)
    }
    guard SpecialTypes.areStringKeyed(Part.self),
      let dictionary = part as? any StringKeyedEncodable
    else { return try part.encode(to: encoder) }
    try dictionary.encodeMembers(to: encoder)
  }

  // MARK: - Testing

  /// Returns whether values of a type are neither composed nor ever absent.
  ///
  /// Those of a class may be of a subclass, of which that isn't known.
  static func isPlain(_ type: any Any.Type) -> Bool { plain.passes(type) }

  /// Returns whether values of a type are dictionaries with strings as keys, compositions that have such
  /// a part, or nil.
  static func hasDictionary(_ type: any Any.Type) -> Bool { dictionaries.passes(type) }

  private static let dictionaries = TypeTest { type in
    var types = [type]
    var position = 0
    // A composition may have itself as a part.
    while position < types.count {
      let type = (types[position] as? any EncodableOptional.Type)?.wrapped ?? types[position]
      if SpecialTypes.areStringKeyed(type) { return true }
      for part in partTypes(of: type) where !types.contains(where: { $0 == part }) {
        types.append(part)
      }
      position += 1
    }
    return false
  }

  private static func partTypes(of type: any Any.Type) -> [any Any.Type] {
    if let type = type as? any Composing.Type { return type.partTypes }
    return (type as? any ComposedCodable.Type)?.partTypes ?? []
  }

  /// The parts of a composed part, and of those inside, or else the part itself.
  static func leaves(of part: any Encodable) -> [any Encodable] {
    (part as? any Composing)?.parts.flatMap(leaves) ?? [part]
  }

  // A cast of a value takes 1,500 instructions.
  private static let plain = TypeTest {
    !($0 is any Composing.Type) && !($0 is any NilRepresentable.Type) && !($0 is AnyObject.Type)
  }
}

/// A protocol for `Composed` values of any parts, which a cast finds.
///
/// Only `Composed` conforms.
protocol Composing {
  static var partTypes: [any Any.Type] { get }
  var parts: [any Encodable] { get }
}

extension Composed: Composing where Base: Encodable, Extension: Encodable {
  static var partTypes: [any Any.Type] { [Base.self, Extension.self] }
  var parts: [any Encodable] { [base, `extension`] }
}

/// A protocol for optional parts of any type, which are nil if none of their members is present.
///
/// Only `Optional` conforms.
protocol OptionalPart {
  static func decodePart(from decoder: any Decoder) throws -> Self
}

extension Optional: OptionalPart where Wrapped: Decodable {
  static func decodePart(from decoder: any Decoder) throws -> Wrapped? {
    let track = MemberTrack()
    let tracking = ObservedDecoder(decoder, by: track)
    do {
      return try IssueCollector.attempting(decoder.userInfo) {
        let part = try Wrapped(contentOf: tracking)
        // The part is absent, so its missing members aren't issues.
        guard track.foundAny else { throw AbsentPart() }
        return part
      }
    } catch is AbsentPart {
      return nil
    } catch let error as DecodingError {
      guard case .keyNotFound = error, !track.foundAny, try !hasAnyMember(decoder) else {
        throw error
      }
      return nil
    }
  }

  /// Returns whether a member is present that the part didn't read because another was missing.
  private static func hasAnyMember(_ decoder: any Decoder) throws -> Bool {
    let fields = PayloadFields(of: Wrapped.self)
    let members = try decoder.container(keyedBy: WireKey.self).allKeys
    return members.contains { fields.claims($0.stringValue) }
  }
}

private struct AbsentPart: Error {}

/// An optional part, which encodes nothing if it is nil.
///
/// Only `Optional` conforms.
private protocol EncodableOptional {
  static var wrapped: any Any.Type { get }

  func encodePart(to encoder: any Encoder) throws
}

extension Optional: EncodableOptional where Wrapped: Encodable {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }

  fileprivate func encodePart(to encoder: any Encoder) throws {
    if let self { try CompositionPart.encode(self, to: encoder) }
  }
}

/// The parts of a ``ComposedCodable`` type, which share one object.
///
/// ```swift
/// static let composition = Composition(
///   Film.init, \.common, \.details)
/// ```
public struct Composition<Whole>: Sendable {
  // The types of the parts are in these closures alone: a type that is generic over all of them
  // needs macOS 14 and iOS 17.
  private let decode: @Sendable (_ decoder: any Decoder) throws -> Whole
  private let parts: [CompositionMember]

  /// Creates a composition.
  ///
  /// - Parameters:
  ///   - make: The memberwise initialiser of the type.
  ///   - paths: The parts, in the order of the initialiser's parameters.
  @preconcurrency
  public init<each Part: Codable & SendableMetatype>(
    _ make: @escaping @Sendable (repeat each Part) -> Whole,
    _ paths: repeat any KeyPath<Whole, each Part> & Sendable
  ) {
    decode = { decoder in
      make(repeat try CompositionPart.decode((each Part).self, from: decoder))
    }
    var parts: [CompositionMember] = []
    for path in repeat each paths { parts.append(CompositionMember(path)) }
    self.parts = parts
  }

  fileprivate var partTypes: [any Any.Type] { parts.map(\.type) }
}

// MARK: - Coding

extension Composition {
  /// Decodes the parts from one object.
  ///
  /// ```swift
  /// let film = try Film.composition.decode(from: decoder)
  /// ```
  ///
  /// - Parameter decoder: The decoder of the object.
  /// - Returns: The whole.
  /// - Throws: What the parts throw.
  public func decode(from decoder: any Decoder) throws -> Whole { try decode(decoder) }

  /// Encodes the parts as one object.
  ///
  /// ```swift
  /// try Film.composition.encode(film, to: encoder)
  /// ```
  ///
  /// - Parameters:
  ///   - whole: The value to encode.
  ///   - encoder: The encoder of the object.
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key.
  public func encode(_ whole: Whole, to encoder: any Encoder) throws {
    try unsafe withUnsafePointer(to: whole) { try unsafe encode(.init($0), to: encoder) }
  }

  private func encode(_ whole: CompositionMember.Whole, to encoder: any Encoder) throws {
    // By position, here and below: a copy of a member retains all its functions.
    let isWritten = try MergedParts.writeUnchecked(to: encoder) { encoder in
      for position in parts.indices { try parts[position].encode(whole, encoder) }
    }
    if isWritten { return }
    let object = MergedParts.of(encoder)
    if parts.contains(where: { CompositionPart.hasDictionary($0.type) }) {
      try object.write(parts.map { $0.get(whole) })
    } else {
      for position in parts.indices { try parts[position].write(whole, object) }
    }
    try object.finish()
  }
}

/// A part of a composition.
///
/// Its functions are for its type alone: those of all parts would look up their types for each value.
private struct CompositionMember: Sendable {
  /// The place of a whole, while it is encoded.
  @safe struct Whole {
    private let address: UnsafeRawPointer

    init<Value>(_ whole: UnsafePointer<Value>) { unsafe address = UnsafeRawPointer(whole) }

    // Sound: the compiler has compared the type of the whole with those of the paths.

    /// Returns a part of a whole.
    func part<Value, Part>(_ path: KeyPath<Value, Part>, at offset: Int?) -> Part {
      // A path takes 600 instructions, a tenth of an object.
      if let offset {
        return unsafe (address + offset).assumingMemoryBound(to: Part.self).pointee
      }
      return unsafe address.assumingMemoryBound(to: Value.self).pointee[keyPath: path]
    }
  }

  let type: any Any.Type
  let get: @Sendable (Whole) -> any Encodable
  let encode: @Sendable (Whole, any Encoder) throws -> Void
  let write: @Sendable (Whole, MergedParts) throws -> Void

  init<Value, Part: Codable & SendableMetatype>(_ path: any KeyPath<Value, Part> & Sendable) {
    type = Part.self
    // Nil for what isn't stored in the whole.
    let offset = MemoryLayout<Value>.offset(of: path)
    get = { $0.part(path, at: offset) }
    encode = { try CompositionPart.encode($0.part(path, at: offset), to: $1) }
    write = { try $1.write($0.part(path, at: offset)) }
  }
}

/// A type with named parts that are encoded as one object.
///
/// ```swift
/// struct Film: ComposedCodable {
///   var common: MediaCommon
///   var details: MovieDetails
///   var rating: Rating?
///   static let composition = Composition(
///     Film.init, \.common, \.details, \.rating)
/// }
/// // {"title": "Heat", "duration": 170, "director": "Mann"}
/// ```
///
/// An optional part is nil if none of its members is present.
public protocol ComposedCodable: Codable {
  /// The composition of the parts.
  static var composition: Composition<Self> { get }
}

extension ComposedCodable {
  fileprivate static var partTypes: [any Any.Type] { composition.partTypes }

  /// Decodes the parts from one object.
  ///
  /// - Throws: What the parts throw.
  public init(from decoder: any Decoder) throws {
    self = try Self.composition.decode(from: decoder)
  }

  /// Encodes the parts as one object.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key.
  public func encode(to encoder: any Encoder) throws {
    try Self.composition.encode(self, to: encoder)
  }
}
