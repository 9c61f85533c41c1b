import Medley
import MedleyResilience

/// Numbers that come as text half of the time, and are written as they came.
enum LosslessPlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Listing>(
      name: "wrapper, @Lossless",
      count: count,
      form: { Numbers(id: $0.id, title: $0.title, price: $0.price) },
      handForm: { Numbers(id: $0.id.value, title: $0.title, price: $0.price.value) },
      document: { WrapperDocuments.prices(count) }
    )
    return [comparison.decoding, comparison.encoding]
  }

  struct Listing: Codable {
    @Lossless var id: Int
    var title: String
    @Lossless var price: Double
  }

  private struct Numbers {
    var id: Int
    var title: String
    var price: Double
  }

  struct Hand: Codable {
    var id: TextOrNumber<Int>
    var title: String
    var price: TextOrNumber<Double>
  }

  struct TextOrNumber<Value: Codable & LosslessStringConvertible>: Codable {
    var value: Value
    private var text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Value.self) {
        value = number
      } else {
        let text = try container.decode(String.self)
        guard let number = Value(text) else {
          throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "\(text) is no number."
          )
        }
        self.text = text
        value = number
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let text {
        try container.encode(text)
      } else {
        try container.encode(value)
      }
    }
  }
}
