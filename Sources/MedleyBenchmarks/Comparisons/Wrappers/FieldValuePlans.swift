import Medley
import MedleyResilience

/// Members that are absent, null or a value.
enum FieldValuePlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Patch>(
      name: "wrapper, FieldValue",
      count: count,
      form: { Hand(id: $0.id, name: .init($0.name), age: .init($0.age)) },
      document: { WrapperDocuments.patches(count) }
    )
    return [comparison.decoding, comparison.encoding]
  }

  struct Patch: Codable {
    var id: Int
    var name: FieldValue<String>
    var age: FieldValue<Int>
  }

  struct Hand: Codable {
    var id: Int
    var name: Change<String>
    var age: Change<Int>

    enum Change<Value: Codable> {
      case absent
      case null
      case value(Value)

      init(_ field: FieldValue<Value>) {
        self =
          switch field {
          case .absent: .absent
          case .null: .null
          case .value(let value): .value(value)
          }
      }

      init(from container: KeyedDecodingContainer<CodingKeys>, forKey key: CodingKeys) throws {
        if let value = try container.decodeIfPresent(Value.self, forKey: key) {
          self = .value(value)
        } else {
          self = container.contains(key) ? .null : .absent
        }
      }

      func encode(
        to container: inout KeyedEncodingContainer<CodingKeys>,
        forKey key: CodingKeys
      ) throws {
        switch self {
        case .absent: break
        case .null: try container.encodeNil(forKey: key)
        case .value(let value): try container.encode(value, forKey: key)
        }
      }
    }

    enum CodingKeys: CodingKey {
      case id
      case name
      case age
    }

    init(id: Int, name: Change<String>, age: Change<Int>) {
      self.id = id
      self.name = name
      self.age = age
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try Change(from: container, forKey: .name)
      age = try Change(from: container, forKey: .age)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try name.encode(to: &container, forKey: .name)
      try age.encode(to: &container, forKey: .age)
    }
  }
}
