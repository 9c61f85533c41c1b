package import MedleyBase

extension DecodingError {
  /// The path of the error, which includes a missing key.
  package var path: [any CodingKey] {
    let path = context?.codingPath ?? []
    guard case .keyNotFound(let key, let context) = self else { return path }
    // The path leads to the object, but with TOMLKit and XMLCoder to the key. An object may have a
    // member with its own key, so decoders that follow the rule are recognised by their text.
    let followsTheRule =
      context.underlyingError is DiscriminatorError
      || context.debugDescription.hasPrefix("No value associated with key")
    let leadsToKey = !followsTheRule && path.last?.stringValue == key.stringValue
    return leadsToKey ? path : path + [key]
  }

  /// The tag of the innermost polymorphic element around the error, and whether it is registered, so that
  /// it isn't text from the payload; nil if no element has set its tag.
  package var element: (tag: TypeTag?, isRegistered: Bool)? {
    switch context?.underlyingError {
    case let error as DiscriminatorError: (error.tag, false)
    case let error as PayloadError: (error.tag, error.isRegistered)
    default: nil
    }
  }

  /// Returns the error with the tag of the payload that threw it.
  ///
  /// An error that already has the tag of an inner element keeps it. Some decoders omit the path of
  /// some errors, such as a number that doesn't fit its type: the path of the element is used then.
  func inPayload(
    _ tag: TypeTag?,
    isRegistered: Bool,
    at element: @autoclosure () -> [any CodingKey]
  ) -> DecodingError {
    // Where an inner element has set the tag and the path, no path is made: most decoders make one each
    // time it is read, so an error at a depth of 500 would need 500.
    guard let context, self.element == nil || context.codingPath.isEmpty else { return self }
    let element = element()
    var cause = context.underlyingError
    if let tag, self.element == nil {
      cause = PayloadError(tag: tag, underlyingError: cause, isRegistered: isRegistered)
    }
    let path = context.codingPath.count < element.count ? element : context.codingPath
    let description = context.debugDescription.bounded()
    return with(Context(codingPath: path, debugDescription: description, underlyingError: cause))
  }
}

/// An error with the tag of the payload that threw it.
///
/// It is the `underlyingError` of a `DecodingError` that a registered type threw, and contains the
/// original underlying error.
///
/// ```swift
/// } catch let DecodingError.keyNotFound(key, context) {
///   let error = context.underlyingError as? PayloadError
///   if let tag = error?.tag {
///     print("\(key.stringValue) is missing in \(tag)")
///   }
/// }
/// ```
public struct PayloadError: Error, Sendable {
  /// The tag of the innermost polymorphic element around the error.
  public let tag: TypeTag

  /// The original underlying error, if there was one.
  public let underlyingError: (any Error)?

  /// Whether the tag is registered; else it is text from the payload that a pattern or a policy
  /// takes.
  let isRegistered: Bool
}

extension PayloadError: PlacedError {
  package var located: (any LocatedError)? { underlyingError?.locatedCause }

  package func placed(at location: any LocatedError) -> (error: any Error, isSilent: Bool)? {
    guard underlyingError == nil else { return nil }
    return (PayloadError(tag: tag, underlyingError: location, isRegistered: isRegistered), false)
  }
}

extension PayloadError: CustomStringConvertible {
  /// The tag, and the cause if there is one.
  public var description: String {
    ("in the payload \(tag.shortened)" + (underlyingError.map { ": \($0)" } ?? "")).bounded()
  }
}

extension Error {
  /// Returns an error about an absent or wrong tag with the type that the caller asked for.
  ///
  /// Wire forms don't know it, and name that of tags.
  func expecting(_ type: any Any.Type) -> any Error {
    switch self as? DecodingError {
    case .valueNotFound(let found, let context)? where found == TypeTag.self:
      DecodingError.valueNotFound(type, context)
    case .typeMismatch(let found, let context)? where found == TypeTag.self:
      DecodingError.typeMismatch(type, context)
    default: self
    }
  }

  /// Returns this error as a `DecodingError`.
  ///
  /// `JSONDecoder` throws an internal error for an invalid escape or a number that doesn't fit, and
  /// converts it, without a path, when it returns to its caller. Medley keeps and reports errors
  /// before that, and knows a part of the path. Any other error means that a type, or a conversion,
  /// refuses the data.
  package func asDecodingError(at path: @autoclosure () -> [any CodingKey]) -> DecodingError {
    if let error = self as? DecodingError { return error }
    return .invalid(at: path(), convertedDescription, because: self)
  }

  private var convertedDescription: String {
    guard isRawJSONError else { return "\(self)" }
    return isUnrepresentableNumber
      ? "A number doesn't fit its type: \(self)." : "The JSON is invalid: \(self)."
  }

  /// Whether no element is dropped or kept because of this error.
  ///
  /// That is a mistake in the program, a limit, or an error that makes the whole document invalid.
  package var isFinal: Bool {
    guard let origin else { return false }
    return origin is any ProgramError || origin.isDamage
      || (origin as? DiscriminatorError)?.code == .tooManyAttempts
  }

  /// Whether a value is too large to be kept, and so are the values around it.
  var exceedsCapture: Bool { origin is CaptureLimit }

  /// The innermost underlying error; nil for an error about data without one.
  ///
  /// Comparing types takes a hundredth of the time of a cast, and lossy lists call this for each
  /// dropped element.
  private var origin: (any Error)? {
    if Self.self == DecodingError.self {
      return (self as? DecodingError)?.context?.underlyingError?.origin
    }
    if Self.self == PayloadError.self { return (self as? PayloadError)?.underlyingError?.origin }
    return self
  }

  /// Whether the error makes the whole document invalid.
  ///
  /// `JSONDecoder` reads a string or a number only when a type asks for it, so it may find this
  /// late. No policy keeps such a document, and no part of it is dropped.
  package var isDamage: Bool {
    origin.map { $0.isRawJSONError && !$0.isUnrepresentableNumber } ?? false
  }

  private var isRawJSONError: Bool { rawJSONErrors.passes(Self.self) }

  private var isUnrepresentableNumber: Bool {
    "\(self)".hasPrefix("numberIsNotRepresentable")
  }
}

/// The types of the internal errors of `JSONDecoder`, which are recognised by name, once per type.
private let rawJSONErrors = TypeTest { type in
  let name = String(reflecting: type)
  return name.hasPrefix("Foundation") && name.hasSuffix(".JSONError")
}

extension DecodingError {
  /// Creates an error about invalid data, out of line: each of its 15 callers would have 100 bytes
  /// more.
  @inline(never) package static func invalid(
    at path: [any CodingKey],
    _ description: String,
    because cause: (any Error)? = nil
  ) -> DecodingError {
    let bounded = description.bounded()
    let description = cause == nil ? bounded : bounded.withoutFullStop
    return .dataCorrupted(
      Context(codingPath: path, debugDescription: description, underlyingError: cause)
    )
  }
}

extension DecodingError.Context {
  /// Creates the context of an error without an underlying one, out of line as well.
  @inline(never) package init(at path: [any CodingKey], _ description: String) {
    self.init(codingPath: path, debugDescription: description)
  }
}

extension EncodingError {
  /// Creates an error about a value that can't be encoded, out of line as that about invalid data.
  @inline(never) package static func invalid(
    _ value: Any,
    at path: [any CodingKey],
    _ description: String,
    because cause: (any Error)? = nil
  ) -> EncodingError {
    .invalidValue(
      value,
      Context(codingPath: path, debugDescription: description.bounded(), underlyingError: cause)
    )
  }
}

/// The underlying error for a value that is too large to be kept.
///
/// The values around it are too large as well, so they aren't captured again.
struct CaptureLimit: Error, CustomStringConvertible {
  var description: String { "the value is too large to be kept" }
}
