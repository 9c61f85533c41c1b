import Medley
import MedleyResilience

/// A decoded value in a form that can be compared and changed.
indirect enum Picture: Equatable {
  case known(TypeTag, [String: Picture])
  case unknown(TypeTag?, UnknownPayload.Reason, PayloadValue)
  case object([String: Picture])
  case list([Picture])
  case array([Picture])
  case value(PayloadValue)
}

/// The base of the registries.
protocol Pictured: Decodable {
  var picture: Picture { get }
}

/// An element of any registered kind, with checks of its required members.
struct PicturedElement: Pictured {
  let picture: Picture

  init(from decoder: any Decoder) throws {
    let object = try PicturedObject(from: decoder)
    guard let tag = object.tag else { throw PictureError.noTag }
    picture = .known(tag, try object.members())
  }
}

/// A whole document, which isn't an element of a list.
struct PicturedDocument: Decodable {
  let picture: Picture

  init(from decoder: any Decoder) throws {
    picture = .object(try PicturedObject(from: decoder).members())
  }
}

enum PictureError: Error {
  case noRoles
  case noTag
}

// MARK: - Decoding

extension Picture: Decodable {
  init(from decoder: any Decoder) throws {
    if let object = try? PicturedObject(from: decoder) {
      // An element in a position with other kinds of values isn't decoded further.
      self =
        object.tag == nil ? .object(try object.members()) : .value(try PayloadValue(from: decoder))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try [Picture](from: decoder))
    } else {
      self = .value(try PayloadValue(from: decoder))
    }
  }

  init(_ element: Polymorphic<any Pictured>) {
    switch element {
    case .known(let pictured): self = pictured.picture
    case .unknown(let payload): self = .unknown(payload.tag, payload.reason, payload.content)
    }
  }
}

/// An object that is being decoded.
private struct PicturedObject {
  private let container: KeyedDecodingContainer<Key>
  private let roles: Roles
  let tag: TypeTag?

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    guard let roles = Roles.userInfoKey.flatMap({ decoder.userInfo[$0] as? Roles }) else {
      throw PictureError.noRoles
    }
    container = try decoder.container(keyedBy: Key.self)
    self.roles = roles
    let key = Key(stringValue: roles.key)
    tag =
      if let string = try? container.decodeIfPresent(String.self, forKey: key) {
        .string(string)
      } else {
        (try? container.decodeIfPresent(Int64.self, forKey: key)).map { .integer($0) }
      }
  }

  /// Decodes the members in the order of their keys.
  func members() throws -> [String: Picture] {
    var members: [String: Picture] = [:]
    let names = Set(container.allKeys.map(\.stringValue) + roles.required(tagged: tag))
    for name in names.sorted() {
      let key = Key(stringValue: name)
      members[name] =
        switch roles.role(of: name, tagged: tag) {
        case .list:
          .list(
            try container.decode(Lossy<[Polymorphic<any Pictured>]>.self, forKey: key)
              .wrappedValue.map(Picture.init)
          )
        case .element:
          Picture(try container.decode(Polymorphic<any Pictured>.self, forKey: key))
        case .kind(let kind):
          try picture(of: kind, at: key)
        case .loose:
          try container.decode(Picture.self, forKey: key)
        }
    }
    return members
  }

  private func picture(of kind: Roles.Kind, at key: Key) throws -> Picture {
    switch kind {
    case .string: return .value(.string(try container.decode(String.self, forKey: key)))
    case .number: return .value(.double(try container.decode(Double.self, forKey: key)))
    case .boolean: return .value(.boolean(try container.decode(Bool.self, forKey: key)))
    case .array: _ = try container.nestedUnkeyedContainer(forKey: key)
    case .object: _ = try container.nestedContainer(keyedBy: Key.self, forKey: key)
    }
    return try container.decode(Picture.self, forKey: key)
  }
}

// MARK: - Finding and changing

extension Picture {
  /// The picture at a path; nil if there is none.
  subscript(path: some Collection<Step>) -> Picture? {
    guard let step = path.first else { return self }
    let rest = path.dropFirst()
    return switch (self, step) {
    case (.known(_, let members), .key(let key)), (.object(let members), .key(let key)):
      members[key]?[rest]
    case (.list(let elements), .index(let index)), (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? elements[index][rest] : nil
    default: nil
    }
  }

  /// This picture with the one at a path replaced or removed.
  func replacing(at path: some Collection<Step>, with replacement: Picture?) -> Picture? {
    guard let step = path.first else { return replacement }
    let rest = path.dropFirst()
    func replacing(_ members: [String: Picture], _ key: String) -> [String: Picture] {
      var members = members
      members[key] = members[key]?.replacing(at: rest, with: replacement)
      return members
    }
    func replacing(_ elements: [Picture], _ index: Int) -> [Picture] {
      guard elements.indices.contains(index) else { return elements }
      let element = elements[index].replacing(at: rest, with: replacement)
      return elements[..<index] + [element].compactMap(\.self) + elements[(index + 1)...]
    }
    return switch (self, step) {
    case (.known(let tag, let members), .key(let key)): .known(tag, replacing(members, key))
    case (.object(let members), .key(let key)): .object(replacing(members, key))
    case (.list(let elements), .index(let index)): .list(replacing(elements, index))
    case (.array(let elements), .index(let index)): .array(replacing(elements, index))
    default: self
    }
  }

  /// The number of known and unknown elements; unknown ones aren't decoded further.
  var elementCount: Int {
    switch self {
    case .known(_, let members): 1 + members.values.reduce(0) { $0 + $1.elementCount }
    case .unknown: 1
    case .object(let members): members.values.reduce(0) { $0 + $1.elementCount }
    case .list(let elements), .array(let elements): elements.reduce(0) { $0 + $1.elementCount }
    case .value: 0
    }
  }
}

extension PayloadValue {
  /// The value at a path; null if there is none.
  subscript(path: Path) -> PayloadValue {
    path.reduce(self) { value, step in
      switch step {
      case .key(let key): value[key] ?? .null
      case .index(let index): value[index] ?? .null
      }
    }
  }
}
