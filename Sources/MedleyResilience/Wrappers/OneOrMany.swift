public import Medley

/// A list property that also decodes a value without a list, and encodes it as it came.
///
/// ```swift
/// struct Message: Codable {
///   // {"to": "ada"} or {"to": ["ada", "emma"]}
///   @OneOrMany var to: [Recipient]
///   // a value that is invalid is dropped and reported
///   @Lossy @OneOrMany var links: [Link]
///   // absent or null: []
///   @Defaulted<Defaults.Empty> @OneOrMany var tags: [String]
///   // absent or null: nil
///   var cc: OneOrMany<Recipient>?
/// }
/// ```
///
/// A value that came without a list is encoded without one, as long as the property has one element.
/// With more elements, or none, it becomes a list. A list is encoded as a list, and so is a new
/// property.
///
/// An array is a list. It is one element only if it can't be a list: if the first value inside is of
/// another kind than the elements, as in `[2.3, 48.9]` for a property of `[[Double]]`. With ``Lossy``,
/// an array is always a list.
///
/// Two properties are equal if their elements are, regardless of how they came.
@propertyWrapper
public struct OneOrMany<Element> {
  /// The elements.
  public var wrappedValue: [Element]

  /// Whether the value came without a list.
  private var cameAlone = false

  /// Creates a property with elements that are encoded as a list.
  public init(wrappedValue: [Element]) {
    self.wrappedValue = wrappedValue
  }

  private init(alone element: Element) {
    wrappedValue = [element]
    cameAlone = true
  }
}

extension OneOrMany: ExpressibleByArrayLiteral {
  /// Creates a property with elements that are encoded as a list.
  public init(arrayLiteral elements: Element...) {
    self.init(wrappedValue: elements)
  }
}

extension OneOrMany: Sendable where Element: Sendable {}

// MARK: - Comparing

extension OneOrMany: FormKeeping {}
extension OneOrMany: Equatable where Element: Equatable {}
extension OneOrMany: Hashable where Element: Hashable {}

// MARK: - Coding

extension OneOrMany: Decodable where Element: Decodable {
  /// Decodes a list, or a value without one.
  ///
  /// - Throws: What an element throws, and `DecodingError.valueNotFound` if the value is null.
  public init(from decoder: any Decoder) throws {
    guard try decoder.holdsList(of: Element.self) else {
      self.init(alone: try decoder.value(Element.self))
      return
    }
    do {
      self.init(wrappedValue: try decoder.value([Element].self))
    } catch {
      guard error.isOfOtherKind(atFirstOf: decoder.codingPath), !decoder.isGrowing,
        let element = try? IssueCollector.attempting(
          decoder.userInfo,
          { try decoder.value(Element.self) }
        )
      else { throw error }
      self.init(alone: element)
    }
  }
}

extension OneOrMany: Encodable where Element: Encodable {
  /// Encodes a list, or the only element as it came.
  public func encode(to encoder: any Encoder) throws {
    // Null would be no element.
    if cameAlone, wrappedValue.count == 1, let element = wrappedValue.first,
      (element as? any NilRepresentable)?.isNil != true
    {
      try element.encodeStrictly(to: encoder)
    } else {
      try wrappedValue.encodeStrictly(to: encoder)
    }
  }
}

extension Decoder {
  /// Returns whether the value is a list, rather than one element.
  ///
  /// - Throws: `DecodingError.valueNotFound` if it is null.
  fileprivate func holdsList(of type: any Any.Type) throws -> Bool {
    let outline = MedleyDecoders.cast(self)?.outline
    if let outline, outline.container != nil || outline.text != nil {
      return outline.container == .array
    }
    do {
      _ = try unkeyedContainer()
      return true
    } catch {
      if error.isFinal { throw error }
    }
    guard try singleValueContainer().decodeNil() else { return false }
    throw DecodingError.valueNotFound(
      type,
      .init(at: codingPath, "Expected one or several values of \(type) but found null.")
    )
  }

  /// Decodes the value as a container decodes a member.
  fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let own = MedleyDecoders.cast(self) { return try own.decodeStrictly(type) }
    return try type.decodeStrictly(from: self)
  }
}

extension Error {
  /// Whether the first value inside a list is of another kind than the elements of the list.
  ///
  /// That of a payload isn't: its element was found, and no other reading may hide the error.
  fileprivate func isOfOtherKind(atFirstOf list: [any CodingKey]) -> Bool {
    guard case .typeMismatch(_, let context)? = self as? DecodingError else { return false }
    let inner = context.codingPath.dropFirst(list.count)
    return !inner.isEmpty && inner.allSatisfy { $0.intValue == 0 }
      && !(context.underlyingError is PayloadError)
  }
}

// MARK: - Nesting

extension OneOrMany: PartlyDecodable, LossyDecodable where Element: Decodable {
  /// A property without elements.
  public static var placeholder: OneOrMany { [] }

  /// Decodes the valid elements of a list, or a value without one.
  public init(lossyFrom decoder: any Decoder) throws {
    if try decoder.holdsList(of: Element.self) {
      self.init(wrappedValue: try [Element](lossyFrom: decoder))
    } else {
      self.init(alone: try Attempt<Element>.decode(from: decoder))
    }
  }
}

extension OneOrMany: LosslessConvertible, LosslessContainer where Element: LosslessConvertible {
  static func joined(_ parts: OneOrMany<Lossless<Element>>) -> Lossless<OneOrMany> {
    let elements = [Element].joined(parts.wrappedValue)
    return Lossless(parts.with(elements.wrappedValue), like: elements.original)
  }

  func parts(like original: OriginalKind?) -> OneOrMany<Lossless<Element>> {
    with(wrappedValue.parts(like: original))
  }
}

extension OneOrMany {
  /// Returns a property with other elements that came as those of this one.
  private func with<Other>(_ elements: [Other]) -> OneOrMany<Other> {
    var other = OneOrMany<Other>(wrappedValue: elements)
    other.cameAlone = cameAlone
    return other
  }
}

extension OneOrMany: EmptyRepresentable {
  /// A property without elements.
  public static var empty: OneOrMany { [] }

  /// Whether there are no elements.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}
