import Foundation

// MARK: - Encoding

extension EncoderNode: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .nothing: break
    case .array(let elements, let way): try way.encode(elements, to: encoder)
    case .object(let members, let way): try way.encode(members, to: encoder)
    case .subclass(let object): try object.encode(to: encoder)
    case .record(let record): try record.encode(to: encoder)
    case .small(let first, let second, let third):
      var container = encoder.unkeyedContainer()
      try container.encode(first)
      try container.encode(second)
      try container.encode(third)
    case .wide(let high, let low):
      var container = encoder.unkeyedContainer()
      try container.encode(UInt128(high) << 64 | UInt128(truncatingIfNeeded: low))
      try container.encode(Int128(low) << 63)
    case .optional(let integer, let date):
      var container = encoder.container(keyedBy: AnyEncoderKey.self)
      try container.encode(integer, forKey: AnyEncoderKey("some"))
      try container.encodeIfPresent(date, forKey: AnyEncoderKey("date"))
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(in: &container)
    }
  }

  private func encodeScalar(in container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .url(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .strings(let value): try container.encode(value)
    case .doubles(let value): try container.encode(value)
    case .stringKeys(let value): try container.encode(value)
    case .integerKeys(let value): try container.encode(value)
    case .otherKeys(let value): try container.encode(value)
    case .enumeration(let value): try container.encode(value)
    case .inPlace(let value): try container.encode(value)
    default: try container.encodeNil()
    }
  }
}

extension EncoderNode.ArrayWay {
  func encode(_ elements: [EncoderNode], to encoder: any Encoder) throws {
    switch self {
    case .collection:
      var container = encoder.singleValueContainer()
      try container.encode(elements)
    case .container, .twoContainers:
      var container = encoder.unkeyedContainer()
      for (index, element) in elements.enumerated() {
        if self == .twoContainers, index % 2 == 1 {
          var other = encoder.unkeyedContainer()
          try other.encode(element)
        } else {
          try container.encode(element)
        }
      }
    case .superEncoders:
      var container = encoder.unkeyedContainer()
      for element in elements { try element.encode(to: container.superEncoder()) }
    case .lateNesting:
      var container = encoder.unkeyedContainer()
      var nested: [any UnkeyedEncodingContainer] = []
      for element in elements {
        var inner = container.nestedUnkeyedContainer()
        try inner.encode(nested.count)
        nested.append(inner)
        try container.encode(element)
      }
      for (index, element) in elements.enumerated() {
        try nested[index].encode(element)
        if index > 0 { try nested[index - 1].encode(index) }
      }
    }
  }
}

extension EncoderNode.ObjectWay {
  func encode(_ members: [EncoderNode.Member], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyEncoderKey.self)
    switch self {
    case .container:
      for member in members {
        try container.encode(member.value, forKey: AnyEncoderKey(member.key))
      }
    case .twoContainers:
      for (index, member) in members.enumerated() {
        var other = encoder.container(keyedBy: AnyEncoderKey.self)
        try index % 2 == 0
          ? container.encode(member.value, forKey: AnyEncoderKey(member.key))
          : other.encode(member.value, forKey: AnyEncoderKey(member.key))
      }
    case .twoKeyTypes:
      for (index, member) in members.enumerated() {
        var other = encoder.container(keyedBy: OtherEncoderKey.self)
        try index % 2 == 0
          ? container.encode(member.value, forKey: AnyEncoderKey(member.key))
          : other.encode(member.value, forKey: OtherEncoderKey(member.key))
      }
    case .nested:
      for (index, member) in members.enumerated() {
        let key = AnyEncoderKey("nested \(index % 3)")
        var inner = container.nestedContainer(keyedBy: AnyEncoderKey.self, forKey: key)
        try inner.encode(member.value, forKey: AnyEncoderKey(member.key))
      }
    case .lateNesting:
      var inner: [KeyedEncodingContainer<OtherEncoderKey>] = []
      for (index, member) in members.enumerated() {
        let key = AnyEncoderKey("late \(index)")
        inner.append(container.nestedContainer(keyedBy: OtherEncoderKey.self, forKey: key))
        try container.encode(member.value, forKey: AnyEncoderKey("between \(index)"))
      }
      for (index, member) in members.enumerated() {
        try inner[index].encode(member.value, forKey: OtherEncoderKey(member.key))
        try inner[0].encode(index, forKey: OtherEncoderKey("index \(index)"))
        var array = inner[index].nestedUnkeyedContainer(forKey: OtherEncoderKey("array"))
        if index > 0 { try inner[index - 1].encodeNil(forKey: OtherEncoderKey("null")) }
        try array.encode(member.value)
      }
    case .superEncoders:
      for member in members {
        try member.value.encode(to: container.superEncoder(forKey: AnyEncoderKey(member.key)))
      }
    case .keptSuper:
      do {
        let kept = container.superEncoder()
        for member in members {
          try container.encode(member.value, forKey: AnyEncoderKey("-\(member.key)"))
        }
        try EncoderNode.object(members, .container).encode(to: kept)
      }
    case .capturing:
      for (index, member) in members.enumerated() {
        let capturing = Capturing(
          container: container,
          key: AnyEncoderKey("captured \(index)"),
          value: member.value
        )
        try container.encode(capturing, forKey: AnyEncoderKey("~\(member.key)"))
      }
    }
  }

  /// Encodes a value to a container around its own.
  private struct Capturing: Encodable {
    let container: KeyedEncodingContainer<AnyEncoderKey>
    let key: AnyEncoderKey
    let value: EncoderNode

    func encode(to encoder: any Encoder) throws {
      var (inner, outer) = (encoder.container(keyedBy: AnyEncoderKey.self), container)
      try inner.encode(1, forKey: AnyEncoderKey("first"))
      try outer.encode(value, forKey: key)
      try inner.encode(value, forKey: AnyEncoderKey("second"))
    }
  }
}
