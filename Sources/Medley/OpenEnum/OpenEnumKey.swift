#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)
/// An open enum whose dictionaries are objects.
///
/// ``ForwardCompatibleCases`` and ``ForwardCompatibleEnum`` inherit from it and implement it.
///
/// ```swift
/// struct Warehouse: Codable {
///   var stock: [Size: Int]  // {"S": 3, "XXL": 1}
/// }
/// ```
///
/// On Apple's systems except visionOS, declare the enum `CodingKeyRepresentable` as well if such a
/// dictionary is inside another collection or the outermost value. <doc:OpenEnumsAsKeys> has the
/// reasons.
public protocol OpenEnumKey: Codable, Hashable {
  /// The value as a key.
  var codingKey: any CodingKey { get }

  /// Creates the value for a key, or nil if the key is of another kind.
  init?<Key: CodingKey>(codingKey: Key)
}
#else
/// An open enum whose dictionaries are objects.
///
/// ``ForwardCompatibleCases`` and ``ForwardCompatibleEnum`` inherit from it and implement it.
///
/// ```swift
/// struct Warehouse: Codable {
///   var stock: [Size: Int]  // {"S": 3, "XXL": 1}
/// }
/// ```
///
/// On Apple's systems except visionOS, declare the enum `CodingKeyRepresentable` as well if such a
/// dictionary is inside another collection or the outermost value. <doc:OpenEnumsAsKeys> has the
/// reasons.
public protocol OpenEnumKey: Codable, CodingKeyRepresentable, Hashable {}
#endif

// MARK: - Converting

extension WireKey {
  /// Creates the key for the raw value of an open enum.
  init(rawValue: Any) {
    if let string = rawValue as? String {
      self.init(string)
    } else if let integer = rawValue as? Int {
      self.init(intValue: integer)
    } else if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *),
      let value = rawValue as? any CodingKeyRepresentable
    {
      self.init(value.codingKey)
    } else {
      self.init("\(rawValue)")
    }
  }

  /// Returns the raw value of an open enum for this key, or nil if the key is of another kind.
  func rawValue<RawValue>(as type: RawValue.Type) -> RawValue? {
    if type == String.self { return stringValue as? RawValue }
    if type == Int.self { return (intValue ?? Int(stringValue)) as? RawValue }
    if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *),
      let type = type as? any CodingKeyRepresentable.Type
    {
      return type.init(codingKey: self) as? RawValue
    }
    return (type as? any LosslessStringConvertible.Type)?.init(stringValue) as? RawValue
  }
}
