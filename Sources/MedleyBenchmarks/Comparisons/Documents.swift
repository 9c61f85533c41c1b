import Foundation

extension Comparisons {
  /// Documents like those of common JSON benchmarks, and documents with one kind of content.
  static func documents(_ size: Int) -> [Comparison.Plan] {
    let goal = Goal(5, then: 8)
    return [
      plan("like twitter.json", Posts.self, "\(size / 200) posts", goal) {
        PostsDocument(count: size / 200).json
      },
      plan("like citm_catalog.json", Catalog.self, "\(size / 200) events", goal) {
        CatalogDocument(count: size / 200).json
      },
      plan("like canada.json", Outline.self, "\(size / 2) points", goal) {
        CoordinatesDocument(count: size / 2).json
      },
      plan("recursive structs", [Branch].self, "\(size) nodes") { SmallDocuments.branches(size) },
      plan("recursive enums", [Expression].self, "\(size / 2) nodes") {
        SmallDocuments.expressions(size / 2)
      },
      plan("one dictionary", [String: Int].self, "\(size) members") {
        SmallDocuments.dictionary(size)
      },
      plan("small dictionaries", [[String: Int]].self, "\(size / 5) of five members") {
        SmallDocuments.smallDictionaries(size / 5)
      },
      plan("integers", [Int].self, "\(size)") { SmallDocuments.integers(size) },
      plan("doubles", [Double].self, "\(size)") { SmallDocuments.doubles(size) },
      plan("objects of numbers", [Readings].self, "\(size / 5) of eight") {
        SmallDocuments.readings(size / 5)
      },
      plan("objects of text", [Contact].self, "\(size / 5) of seven") {
        SmallDocuments.contacts(size / 5)
      },
    ]
  }

  /// The folder of twitter.json, citm_catalog.json and canada.json.
  static var folder: String? { ProcessInfo.processInfo.environment["MEDLEY_DOCUMENTS"] }

  /// The documents that JSON libraries are often measured with.
  static func realDocuments() -> [Comparison.Plan] {
    guard let folder else { return [] }
    func real<Value: Decodable & Hashable>(
      _ name: String,
      _ type: Value.Type,
      _ goal: Goal
    ) -> Comparison.Plan {
      .init("document, the real \(name)", .speed, on: "all of its members") {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
        let decode = Decode(json: try Data(contentsOf: url))
        return [decode.onFoundation(type), decode.onEngine(type, goal: goal)]
      }
    }
    return [
      real("twitter.json", Posts.self, Goal(6.5)),
      real("citm_catalog.json", Catalog.self, Goal(9)),
      real("canada.json", Outline.self, Goal(10)),
    ]
  }

  /// Arrays of strings.
  static func texts(_ size: Int) -> [Comparison.Plan] {
    SmallDocuments.Text.allCases.map { text in
      .init("text, \(text.rawValue)", .speed, on: "\(size) strings") {
        let decode = Decode(json: SmallDocuments.texts(size, text))
        return [decode.onFoundation([String].self), decode.onEngine([String].self)]
      }
    }
  }

  private static func plan<Value: Decodable & Hashable>(
    _ name: String,
    _ type: Value.Type,
    _ extent: String,
    _ goal: Goal? = nil,
    document: @escaping () -> Data
  ) -> Comparison.Plan {
    .init("document, \(name)", .speed, on: extent) {
      let decode = Decode(json: document())
      return [decode.onFoundation(type), decode.onEngine(type, goal: goal)]
    }
  }
}
