import Foundation
import Medley
import MedleyFoundation
import MedleyJSON

extension Comparisons {
  /// Documents with one element each, whose tag stands beside it or inside.
  static func tagsBeside(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    return [decodedBeside(count), encodedBeside(count)]
  }

  private static func decodedBeside(_ count: Int) -> Comparison.Plan {
    .init("tag beside, decoding", .speed, on: "\(count) elements") {
      let documents = try TaggedDocuments(count)
      let foundation = JSONDecoder.knowing(PolymorphicRegistry.embedding)
      let engine = PolymorphicJSONDecoder(.embedding)
      return [
        documents.decoding("JSONDecoder, tag inside") {
          try foundation.decode(TaggedDocuments.Element.self, from: $0.inside)
        },
        documents.decoding("JSONDecoder, tag beside", Goal(0.9)) {
          try foundation.decode(TaggedDocuments.Element.self, tagged: $0.tag, from: $0.body)
        },
        documents.decoding("engine, tag inside") {
          try engine.decode(TaggedDocuments.Element.self, from: $0.inside)
        },
        documents.decoding("engine, tag beside", Goal(0.9)) {
          try engine.decode(TaggedDocuments.Element.self, tagged: $0.tag, from: $0.body)
        },
      ]
    }
  }

  private static func encodedBeside(_ count: Int) -> Comparison.Plan {
    .init("tag beside, encoding", .speed, on: "\(count) elements") {
      let documents = try TaggedDocuments(count)
      let foundation = JSONEncoder()
      foundation.userInfo.register(PolymorphicRegistry.embedding)
      let engine = PolymorphicJSONEncoder(.embedding)
      return [
        documents.encoding("JSONEncoder, tag inside") { (nil, try foundation.encode($0)) },
        documents.encoding("JSONEncoder, tag beside", Goal(0.9)) {
          let (tag, body) = try foundation.encodeTagged($0)
          return (tag, body)
        },
        documents.encoding("engine, tag inside") { (nil, try engine.encode($0)) },
        documents.encoding("engine, tag beside", Goal(0.9)) {
          let (tag, body) = try engine.encodeTagged($0)
          return (tag, body)
        },
      ]
    }
  }
}

/// Elements, each of which is a document with its tag inside, and one with its tag beside it.
private struct TaggedDocuments {
  typealias Element = Polymorphic<any Media>
  typealias Document = (inside: Data, tag: TypeTag, body: Data)

  private let elements: [Element]
  private let documents: [Document]
  private var bytes: Int { documents.reduce(0) { $0 + $1.inside.count } }

  init(_ count: Int) throws {
    elements = try PolymorphicJSONDecoder(.embedding)
      .decode([Element].self, from: MixedFeed(count: count).json)
    let encoder = PolymorphicJSONEncoder(.embedding)
    documents = try elements.map {
      let (tag, body) = try encoder.encodeTagged($0)
      return (try encoder.encode($0), tag, body)
    }
  }

  func decoding(
    _ name: String,
    _ goal: Goal? = nil,
    _ decode: @escaping (Document) throws -> Element
  ) -> Side {
    Side(
      name,
      bytes: bytes,
      beside: Self.besideInside(name, goal),
      work: { try documents.map(decode) },
      as: { AnyHashable($0.known.map(HandWritten.init)) }
    )
  }

  func encoding(
    _ name: String,
    _ goal: Goal? = nil,
    _ encode: @escaping (Element) throws -> (tag: TypeTag?, json: Data)
  ) -> Side {
    Side(
      name,
      bytes: bytes,
      beside: Self.besideInside(name, goal),
      work: { try elements.map(encode) },
      as: { try AnyHashable($0.map(Self.element)) }
    )
  }

  /// The goal of a side beside that of the same coder with the tag inside.
  private static func besideInside(_ name: String, _ goal: Goal?) -> Beside? {
    goal.map { Beside(side: name.replacingOccurrences(of: "beside", with: "inside"), goal: $0) }
  }

  private static func element(_ tag: TypeTag?, _ json: Data) throws -> HandWritten? {
    let decoder = PolymorphicJSONDecoder(.embedding)
    let element =
      if let tag {
        try decoder.decode(Element.self, tagged: tag, from: json)
      } else {
        try decoder.decode(Element.self, from: json)
      }
    return element.known.flatMap(HandWritten.init)
  }
}
