/// The fields of an element that is registered by functions.
struct EncodedFields: Encodable {
  let fields: KeyValuePairs<String, (any Encodable)?>

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    for (key, value) in fields {
      let key = WireKey(key)
      switch value {
      case nil: break
      case let string as String: try container.encode(string, forKey: key)
      case let integer as Int: try container.encode(integer, forKey: key)
      case let boolean as Bool: try container.encode(boolean, forKey: key)
      case let double as Double: try container.encode(double, forKey: key)
      case let value as any KeyedEncodable: try value.encode(into: &container, forKey: key)
      case let value?: try container.encode(value, forKey: key)
      }
    }
  }
}
