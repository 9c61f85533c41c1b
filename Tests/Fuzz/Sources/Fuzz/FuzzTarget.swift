import Foundation
import Medley
import MedleyFoundation
import MedleyJSON

/// A way to decode a document.
enum FuzzTarget: CaseIterable {
  /// A feed of known and unknown elements.
  case feed
  /// Elements that are all kept, encoded and decoded again.
  case kept
  /// The document as the tag of an element.
  case tag
  /// Alternatives of wire forms, nested in one another.
  case nested
  /// A lossy feed with a report.
  case lossy
  /// Enums that hold themselves and others.
  case shape
  /// Keys in snake case.
  case keys
  /// A feed in chunks.
  case streams
  /// A document in pieces.
  case pieces
  /// A document that is encoded after it is decoded.
  case encoding
  /// A document whole, in feeds and in pieces.
  case agreement

  func run(_ document: [UInt8]) {
    switch self {
    case .feed: Comparison<Feed>(Registries.plain).run(document)
    case .kept: Keeping(document).run()
    case .tag:
      let feed = Array(#"[{"type":"#.utf8) + document + Array(#","n":1}]"#.utf8)
      Comparison<TagOutcomes>(Registries.numbers).run(feed)
    case .nested: Comparison<Feed>(Registries.nested).run(document)
    case .lossy: Comparison<LossyFeed>(Registries.strict).run(document)
    case .shape: ShapeChecking(document).run()
    case .keys: KeyChecking(document).run()
    case .streams: StreamChecking(document).run()
    case .pieces: PartialChecking(document).run()
    case .encoding: EncodingChecking(document).run()
    case .agreement: AgreementChecking(document).run()
    }
  }
}

/// A document decoded by the engine and by `JSONDecoder`, with equal results if both accept it.
struct Comparison<Value: Decodable & Equatable> {
  private let registry: PolymorphicRegistry<any Item>

  init(_ registry: PolymorphicRegistry<any Item>) {
    self.registry = registry
  }

  func run(_ document: [UInt8]) {
    let engine = try? PolymorphicJSONDecoder(registry).decode(Outcome<Value>.self, from: document)
    guard let engine, let text = DocumentShape(document), text.isComparable else { return }
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    guard let other = try? decoder.decode(Outcome<Value>.self, from: Data(document)) else { return }
    expectEqual(engine, other, document, "\(Value.self)")
  }
}

/// Elements that a registry without types keeps: encoding and decoding them changes nothing.
struct Keeping {
  private let document: [UInt8]

  init(_ document: [UInt8]) {
    self.document = document
  }

  func run() {
    let decoder = PolymorphicJSONDecoder(Registries.empty)
    guard let feed = try? decoder.decode(Feed.self, from: document),
      let shape = DocumentShape(document)
    else { return }
    for payload in feed.elements.unknown {
      guard let bytes = payload.sourceBytes else { fatalError("an unknown element has no bytes") }
      let again = try? PolymorphicJSONDecoder().decode(PayloadValue.self, from: bytes)
      expectEqual(payload.content, again ?? "refused", document, "source bytes")
      expectEqual(payload.detached().sourceBytes ?? [], bytes, document, "detached bytes")
    }
    // JSONEncoder writes neither numbers beyond every type nor the spelling of others.
    guard shape.isComparable else { return }
    let encoder = JSONEncoder()
    encoder.userInfo.register(Registries.empty)
    guard let data = try? encoder.encode(feed) else { return }
    let again = try? decoder.decode(Feed.self, from: data)
    expectEqual(again?.elements, feed.elements, document, "encoded again")
  }
}
