import Foundation
import Medley
import MedleyJSON

/// All comparisons; each family has a file.
enum Comparisons {
  static func all(_ options: Options) -> [Comparison.Plan] {
    let size = options.mainSize
    let families = [
      options.feedSizes.flatMap(feeds),
      costs(size),
      plainMeans(size),
      lossiness(size),
      dates(size),
      forms(size),
      clients(size),
      wrappers(size),
      calls(size),
      dropIn(size),
      tagsBeside(size),
      processes(size),
      strategies(size),
      attempts(size),
      documents(size),
      realDocuments(),
      texts(size),
      preserving(size),
      encoding(size),
      growth(size),
      streams(size),
      streamMemory(size),
      growthOfErrors(size),
      listening(size),
      mutants(size),
    ]
    return families.flatMap(\.self)
  }
}

extension JSONDecoder {
  /// A decoder with a registry.
  static func knowing<Base>(_ registry: PolymorphicRegistry<Base>) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    return decoder
  }
}

/// A decode call of either decoder, on one document.
struct Decode {
  let json: Data
  var foundation = JSONDecoder()
  var engine = PolymorphicJSONDecoder()

  func onFoundation<Value: Decodable & Hashable>(
    _ type: Value.Type,
    _ name: String = "JSONDecoder"
  ) -> Side {
    Side(name, bytes: json.count) { [foundation, json] in
      try foundation.decode(Value.self, from: json)
    }
  }

  func onEngine<Value: Decodable & Hashable>(
    _ type: Value.Type,
    _ name: String = "engine",
    goal: Goal? = nil
  ) -> Side {
    Side(name, bytes: json.count, goal: goal) { [engine, json] in
      try engine.decode(Value.self, from: json)
    }
  }
}
