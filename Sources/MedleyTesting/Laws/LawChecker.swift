import Foundation
import Medley
import MedleyBase

/// Checks documents of a type against the laws that hold for each document.
///
/// Each thread has one of its own.
struct LawChecker<Value: Decodable & SendableMetatype> {
  private(set) var settings: LawSettings
  let tested: TestedType<Value>
  let otherDecoder: JSONDecoder

  init(_ settings: LawSettings) {
    self.settings = settings
    tested = TestedType(decoder: settings.makeDecoder(), encoder: settings.makeEncoder())
    otherDecoder = settings.makeDecoder(isOther: true)
  }

  init(_ settings: LawSettings, sample: JSONNode) {
    self.init(settings)
    let decoder = decoder
    let values = (0..<2).compactMap { _ in try? decoder.decode(Value.self, from: sample.data) }
    self.settings.comparesValues = values.count == 2 && areSame(values[0], values[1])
  }

  var decoder: JSONDecoder { tested.decoder }
}

extension LawChecker {
  /// Returns the problems of decoding a document, encoding that, and decoding it again.
  ///
  /// A sample must be decoded, and its values are compared also if they aren't `Equatable`.
  func violations(in document: JSONNode, isSample: Bool) -> [LawViolation] {
    let data = document.data
    let result = Result { try decoder.decode(Value.self, from: data) }
    let other = Result { try otherDecoder.decode(Value.self, from: data) }
    switch (result, other) {
    case (.failure(let error), .failure):
      return isSample ? [violation(.roundTrip, error, "isn't decoded")] : []
    case (.success, .failure(let error)):
      return [violation(.decoders, error, "\(type(of: otherDecoder)) doesn't decode it")]
    case (.failure(let error), .success):
      return [violation(.decoders, error, "\(type(of: decoder)) doesn't decode it")]
    case (.success(let value), .success(let other)):
      return violations(value, other, isSample)
    }
  }

  private func violations(_ value: Value, _ other: Value, _ isSample: Bool) -> [LawViolation] {
    // Reflection takes longer than encoding.
    let compares = settings.comparesValues && (isSample || value is any Equatable)
    guard let encodable = value as? any Encodable else {
      return compares && !areSame(value, other) ? [difference(.decoders, value, other)] : []
    }
    var violations: [LawViolation] = []
    var failure = "can't be encoded"
    do {
      let encoded = try tested.encoder.encode(encodable)
      if compares ? !areSame(value, other) : !isEncoded(other, as: encoded) {
        violations.append(difference(.decoders, value, other))
      }
      failure = "what it is encoded as isn't decoded"
      let again = try decoder.decode(Value.self, from: encoded)
      if compares && !areSame(value, again) {
        violations.append(difference(.roundTrip, value, again))
      } else if !isEncoded(again, as: encoded) {
        violations.append(difference(.stability, value, again))
      }
    } catch {
      violations.append(violation(.roundTrip, error, failure))
    }
    return violations
  }

  /// Returns the problem of a value that isn't the same after decoding what it is encoded as.
  func violation(_ value: Value, decodedFrom document: JSONNode) -> LawViolation? {
    guard settings.comparesValues,
      let decoded = try? decoder.decode(Value.self, from: document.data), !areSame(value, decoded)
    else { return nil }
    return difference(.roundTrip, value, decoded)
  }

  // MARK: - Comparing

  /// Whether a value is encoded as certain bytes, whatever the order of its sets.
  func isEncoded(_ value: Value, as bytes: Data) -> Bool {
    guard let other = tested.encoded(value) else { return false }
    if other == bytes { return true }
    // The order of a set, or of a dictionary that is encoded as an array, differs between equal values.
    let hasSet = reflected(value).contains { [.set, .dictionary].contains($0.mirror.displayStyle) }
    guard hasSet, let first = JSONNode(parsing: bytes), let second = JSONNode(parsing: other)
    else { return false }
    return first.withoutOrder == second.withoutOrder
  }

  /// What a value is encoded as, or what reflection shows of it.
  private func view(_ value: Value) -> JSONNode {
    tested.encoded(value).flatMap { JSONNode(parsing: $0) } ?? JSONNode(reflecting: value)
  }

  private func difference(_ law: Law, _ value: Value, _ other: Value) -> LawViolation {
    let first =
      view(other).differences(from: view(value)).first
      ?? JSONNode(reflecting: other).differences(from: JSONNode(reflecting: value)).first
    func text(_ node: JSONNode?) -> String { node.map { $0.text.bounded(to: 60) } ?? "nothing" }
    let change = "\(text(first?.new)) instead of \(text(first?.old))"
    let problem =
      switch law {
      case .decoders: "\(type(of: otherDecoder)) decodes \(change)"
      case .stability: "is encoded again as \(change)"
      default: "comes back as \(change)"
      }
    return LawViolation(law, at: first?.path.memberPath ?? NodePath.document, problem)
  }

  private func violation(_ law: Law, _ error: any Error, _ problem: String) -> LawViolation {
    let path = (error as? DecodingError)?.path ?? []
    let summary = (error as? DecodingError)?.summary ?? "\(error)".bounded(to: 200)
    let place = path.isEmpty ? NodePath.document : path.withoutData
    return LawViolation(law, at: place, "\(problem): \(summary)")
  }
}

extension JSONNode {
  /// A copy in which the order of elements says nothing.
  fileprivate var withoutOrder: JSONNode {
    changingContainers { node in
      if case .array(let elements) = node {
        node = .array(elements.sorted { $0.text < $1.text })
      }
    }
  }
}
