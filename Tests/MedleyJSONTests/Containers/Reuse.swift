import MedleyEngine
import MedleyJSON

/// What a coder of its own pool keeps for its next calls.
///
/// A reference that prevents reuse changes no result and only makes the coder slower.
struct Reuse {
  /// The number of documents.
  var documents: Int
  /// The number of their keyed containers, which doesn't depend on the number of objects.
  var containers: Int
  /// The number of pooled containers that are referenced beyond their calls.
  var escaped: Int
}

extension CallPool {
  /// Returns whether the only document that waits is still the only one after some calls.
  func keepsDocument(during calls: () throws -> Void) rethrows -> Bool {
    weak let document = waiting.first
    try calls()
    return document != nil && waiting.count == 1 && waiting.first === document
  }
}

extension PolymorphicJSONDecoder {
  var reuse: Reuse {
    let documents = pool.waiting
    return Reuse(
      documents: documents.count,
      containers: documents.reduce(0) { $0 + $1.index.containerCount },
      escaped: pool.escapedCount
    )
  }

  /// Returns whether the documents have recognised a type that has a fast path.
  func recognises<Value: Decodable>(_ type: Value.Type) -> Bool {
    pool.waiting.allSatisfy { $0.index.recognise(type) { (nil, isCertain: false) } != nil }
  }
}

extension PolymorphicJSONEncoder {
  var reuse: Reuse {
    let outputs = pool.waiting
    return Reuse(
      documents: outputs.count,
      containers: outputs.reduce(0) { $0 + $1.containerCount },
      escaped: pool.escapedCount
    )
  }
}
