public import Medley

/// The members of an element, for a test before it is decoded.
///
/// ```swift
/// try screen.register(
///   Carousel.self, for: "CAROUSEL",
///   options: .available { ($0["minVersion"]?.int ?? 0) <= 3 })
/// ```
public struct ElementMembers {
  private let decoder: any Decoder
  private let object: ObjectReader?

  init(_ decoder: any Decoder) {
    self.decoder = decoder
    object = try? ObjectReader(decoder)
  }

  /// The `userInfo` of the decoder, such as the version of the app.
  ///
  /// ```swift
  /// let version = CodingUserInfoKey(rawValue: "version")
  /// decoder.userInfo[version] = 3
  /// ```
  public var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  /// The value of a member; nil if the element has none, isn't an object, or the value can't be read.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public subscript(key: String) -> PayloadValue? {
    guard let object else { return nil }
    let key = MemberKey(key).shown(in: object)
    guard object.container.contains(key) else { return nil }
    return try? object.container.decode(PayloadValue.self, forKey: key)
  }
}

extension RegistrationOptions {
  /// The registration is only for elements that pass a test.
  ///
  /// A server says what an element needs, and the app what it has:
  ///
  /// ```swift
  /// // {"type": "CAROUSEL", "minVersion": 4, ...}
  /// try screen.register(
  ///   Carousel.self, for: "CAROUSEL",
  ///   options: .available { ($0["minVersion"]?.int ?? 0) <= 3 })
  /// ```
  ///
  /// For any other element the type is as if it weren't registered: the policy for unknown tags
  /// decides. An element that is kept has the reason ``/Medley/UnknownPayload/Reason-swift.enum/unavailable``,
  /// and is an issue in the report. Where types are tried one after the other, the next one is tried.
  ///
  /// The elements of a registry with such an option take longer, because no tag is enough to decode one.
  ///
  /// - Parameter isAvailable: Returns whether an element can be decoded as the type. It is called for
  ///   each element, after its tag is found.
  /// - Returns: The option.
  public static func available(
    _ isAvailable: @escaping @Sendable (ElementMembers) -> Bool
  ) -> RegistrationOptions {
    var options = RegistrationOptions()
    options.isAvailable = { isAvailable(ElementMembers($0)) }
    return options
  }
}
