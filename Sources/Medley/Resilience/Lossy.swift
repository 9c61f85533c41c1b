/// Drops the elements of a collection that fail, and reports them.
///
/// ```swift
/// struct Feed: Codable {
///   @Lossy var items: [Polymorphic<any Media>]
/// }
/// let (feed, report) = try DecodingReport.collecting {
///   try decoder.decode(Feed.self, from: data)
/// }
/// for issue in report.issues { print(issue) }  // items[3].director: missing (in "MOVIE"); dropped
/// ```
///
/// One wrapper serves arrays, sets, dictionaries, optionals and any nesting of them; elements are
/// dropped from the innermost collection. A collection that is absent, null or no collection at all
/// is empty, which is an issue, too; an optional one may be absent or null.
///
/// Unknown elements don't fail: a registry keeps them unless its policies say otherwise.
@propertyWrapper
public struct Lossy<Value: LossyDecodable> {
  /// What is left.
  public var wrappedValue: Value

  /// Creates a property with a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Lossy: Sendable where Value: Sendable {}
extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}

// MARK: - Coding

extension Lossy: Decodable {
  /// Decodes what can be decoded.
  ///
  /// Without a collection there, the value is empty.
  public init(from decoder: any Decoder) throws {
    do {
      wrappedValue = try IssueCollector.attempting { try Value(lossyFrom: decoder) }
    } catch {
      wrappedValue = try Value.standingIn(for: error, at: decoder.codingPath)
    }
  }
}

extension Lossy: KeyedDecodable {
  /// Decodes what can be decoded of the member, which may be absent.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    let path = { container.codingPath + [key] }
    guard container.contains(key) else {
      wrappedValue = try Value.standingIn(
        for: DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "The collection is absent."
          )
        ),
        at: path()
      )
      return
    }
    do {
      wrappedValue = try IssueCollector.attempting {
        try Value.decodeLossy(from: container, forKey: key)
      }
    } catch {
      // Some decoders refuse a member before the type is asked.
      wrappedValue = try Value.standingIn(for: error, at: path())
    }
  }
}

extension Lossy: KeyedEncodable where Value: Encodable {
  /// Encodes what is left as the member; nil is an omitted key.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if (wrappedValue as? any AnyOptional)?.isNil == true { return }
    try container.encode(wrappedValue, forKey: key)
  }
}

extension Lossy: Encodable where Value: Encodable {
  /// Encodes what is left.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}
