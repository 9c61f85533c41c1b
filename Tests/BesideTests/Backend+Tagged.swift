import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import TestSupport

extension Backend {
  /// Decodes a body with a tag beside it.
  func decode<Element: TaggedDecodable>(
    _ type: Element.Type,
    tagged tag: TypeTag,
    overridingBody: Bool = false,
    from json: String,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> Element {
    var userInfo: UserInfo = [:]
    try configure(&userInfo)
    switch self {
    case .json, .dropIn:
      let decoder = makeJSONDecoder()
      for (key, value) in userInfo { decoder.userInfo[key] = value }
      if keys == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
      return try decoder.decode(
        type,
        tagged: tag,
        overridingBody: overridingBody,
        from: Data(json.utf8)
      )
    case .engine:
      let decoder = PolymorphicJSONDecoder()
      decoder.userInfo = userInfo
      if keys == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
      return try decoder.decode(type, tagged: tag, overridingBody: overridingBody, from: json)
    case .xmlPropertyList, .binaryPropertyList:
      guard keys == .asWritten else { throw BackendLimit.keyStrategy }
      let decoder = PropertyListDecoder()
      for (key, value) in userInfo { decoder.userInfo[key] = value }
      return try decoder.decode(
        type,
        tagged: tag,
        overridingBody: overridingBody,
        from: encoded(JSONTree(parsing: json))
      )
    }
  }

  /// Encodes an element, and gives back its tag and what was written beside it.
  func encodeTagged(
    _ element: some TaggedEncodable,
    keys: KeyStrategy = .asWritten,
    userInfo configure: (inout UserInfo) throws -> Void = { _ in }
  ) throws -> (tag: TypeTag, body: JSONTree) {
    var userInfo: UserInfo = [:]
    try configure(&userInfo)
    let (tag, body): (TypeTag, Data)
    switch self {
    case .json, .dropIn:
      let encoder = makeJSONEncoder()
      for (key, value) in userInfo { encoder.userInfo[key] = value }
      if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
      (tag, body) = try encoder.encodeTagged(element)
    case .engine:
      let encoder = PolymorphicJSONEncoder()
      encoder.userInfo = userInfo
      if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
      (tag, body) = try encoder.encodeTagged(element)
    case .xmlPropertyList, .binaryPropertyList:
      guard keys == .asWritten else { throw BackendLimit.keyStrategy }
      let encoder = PropertyListEncoder()
      if self == .binaryPropertyList { encoder.outputFormat = .binary }
      for (key, value) in userInfo { encoder.userInfo[key] = value }
      do {
        (tag, body) = try encoder.encodeTagged(element)
      } catch {
        // The encoder wraps what a type throws in an error of its own, about the whole value.
        guard case EncodingError.invalidValue(_, let context) = error else { throw error }
        throw context.underlyingError as? EncodingError ?? error
      }
    }
    return (tag, try tree(ofEncoded: body))
  }

  /// Encodes an element with a registry, and expects a tag and a body.
  func encodeTagged<Base>(
    _ element: some TaggedEncodable,
    with registry: PolymorphicRegistry<Base>
  ) throws -> (tag: TypeTag, body: JSONTree) {
    try encodeTagged(element) { $0.register(registry) }
  }

  /// Decodes a body with a registry and a tag beside it.
  func decode<Base>(
    tagged tag: TypeTag,
    overridingBody: Bool = false,
    from json: String,
    with registry: PolymorphicRegistry<Base>
  ) throws -> Polymorphic<Base> {
    try decode(
      Polymorphic<Base>.self,
      tagged: tag,
      overridingBody: overridingBody,
      from: json
    ) { $0.register(registry) }
  }
}
