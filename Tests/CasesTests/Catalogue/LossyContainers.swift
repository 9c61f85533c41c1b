import Medley
import MedleyResilience

struct Feed: Payload {
  static let fields = ["items": "lossy [@Media]"]

  @Lossy var items: [Polymorphic<any Media>]
}

struct Shelves: Payload {
  static let fields = ["shelves": "lossy {string: [@Media]}"]

  @Lossy var shelves: [String: [Polymorphic<any Media>]]
}

struct Labels: Payload {
  static let fields = ["labels": "lossy [string]"]

  @Lossy var labels: [String]
}

struct MaybeLabels: Payload {
  static let fields = ["labels": "lossy [string]?"]

  @Lossy var labels: [String]?
}

struct Scores: Payload {
  static let fields = ["scores": "lossy {string: int}"]

  @Lossy var scores: [String: Int]
}

struct Matrix: Payload {
  static let fields = ["rows": "lossy [[int]]"]

  @Lossy var rows: [[Int]]
}

struct Age: Payload {
  static let fields = ["age": "lossy int?"]

  @Lossy var age: Int?
}
