import Foundation
import MedleyBase

/// A document of which a test changes one place after another.
struct SampleDocument {
  /// The number of the sample in the list of the test, from 1.
  let number: Int
  var document: JSONNode

  /// Reads samples: `Data` and `String` are documents, and other values are encoded.
  static func reading(_ samples: [any Encodable], with encoder: JSONEncoder) throws -> [Self] {
    guard !samples.isEmpty else { throw TestingFailure("There is no sample.") }
    return try samples.enumerated().map { index, sample in
      let number = index + 1
      let bytes: Data
      switch sample {
      case let data as Data: bytes = data
      case let text as String: bytes = Data(text.utf8)
      default:
        do {
          bytes = try encoder.encode(sample)
        } catch {
          throw TestingFailure("Sample \(number) can't be encoded: \(error)")
        }
      }
      guard let document = JSONNode(parsing: bytes) else {
        throw TestingFailure(
          "Sample \(number) isn't JSON in UTF-8 with at most \(JSONNode.maximumDepth) levels."
        )
      }
      return SampleDocument(number: number, document: document)
    }
  }
}

// MARK: - Leaving out repetitions

/// Leaves out the elements of arrays that show nothing new, so that a long feed costs no more than
/// its kinds of elements.
///
/// An element shows something new if it has a member or a kind of value that no element before it
/// has, or another string under a key with few of them, such as a tag.
struct Trimmer {
  private var seen: [String: Set<Feature>] = [:]

  private struct Feature: Hashable {
    let path: String
    let kind: JSONNode.Kind
    let text: String?
  }

  /// The number of elements that an array keeps at most.
  private static let limit = 64

  mutating func trimming(_ node: JSONNode, path: String = "") -> JSONNode {
    var copy = node
    if case .array(let elements) = node { copy = .array(telling(elements, path: "\(path)[]")) }
    copy.children = copy.children.map { child in
      let step = child.key.intValue == nil ? ".\(child.name)" : "[]"
      return .init(key: child.key, value: trimming(child.value, path: path + step))
    }
    return copy
  }

  /// Returns the elements that show something new.
  private mutating func telling(_ elements: [JSONNode], path: String) -> [JSONNode] {
    let features = elements.map { Self.features(of: $0, path: "") }
    let strings = Set(features.joined()).filter { $0.text != nil }
    let texts = Dictionary(grouping: strings, by: \.path)
    var kept: [JSONNode] = []
    for (element, features) in zip(elements, features) where kept.count < Self.limit {
      let telling = features.map { feature in
        let count = texts[feature.path]?.count ?? 0
        let isFew = count <= max(8, elements.count / 4)
        return isFew ? feature : Feature(path: feature.path, kind: feature.kind, text: nil)
      }
      guard !seen[path, default: []].isSuperset(of: telling) else { continue }
      seen[path, default: []].formUnion(telling)
      kept.append(element)
    }
    // An array stays one that has elements.
    return kept.isEmpty ? Array(elements.prefix(1)) : kept
  }

  private static func features(of node: JSONNode, path: String) -> [Feature] {
    let own = Feature(path: path, kind: node.kind, text: node.kind == .string ? node.text : nil)
    let members = node.kind == .object ? node.children : []
    return [own] + members.flatMap { features(of: $0.value, path: "\(path).\($0.name)") }
  }
}
