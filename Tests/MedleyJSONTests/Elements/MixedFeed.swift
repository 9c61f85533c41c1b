import Foundation
import Medley
import MedleyJSON
import Testing

/// A feed of several elements, decoded by the engine and by `JSONDecoder` with the same registry.
struct MixedFeed<Base> {
  /// The result of the engine.
  let values: [Base]
  /// The result of `JSONDecoder`.
  let expected: [Base]

  /// Decodes elements several times, because the engine caches type information with the first.
  ///
  /// - Throws: The error of the engine.
  init(
    _ elements: [String],
    _ registry: PolymorphicRegistry<Base>,
    rounds: Int = 4,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let text = Self.text(elements, rounds: rounds)
    let engine = try PolymorphicJSONDecoder(registry)
      .decode([Polymorphic<Base>].self, from: text)
    let foundation = JSONDecoder()
    foundation.userInfo.register(registry)
    let feed = try foundation.decode([Polymorphic<Base>].self, from: Data(text.utf8))
    values = engine.known
    expected = feed.known
    let count = elements.count * rounds
    #expect(values.count == count && expected.count == count, sourceLocation: location)
    // The type shows whether the existential holds the right value.
    for (value, expected) in zip(values, expected) {
      #expect(
        ObjectIdentifier(type(of: value as Any)) == ObjectIdentifier(type(of: expected as Any)),
        sourceLocation: location
      )
    }
  }

  static func text(_ elements: [String], rounds: Int) -> String {
    "[\((0..<rounds).map { _ in elements.joined(separator: ",") }.joined(separator: ","))]"
  }

  /// Checks that a function gives the same results for all values, and the expected ones for the
  /// first.
  func check(
    _ shown: [String],
    _ location: SourceLocation = #_sourceLocation,
    _ show: (Base) -> String
  ) {
    let ours = values.map(show)
    #expect(ours == expected.map(show), sourceLocation: location)
    #expect(Array(ours.prefix(shown.count)) == shown, sourceLocation: location)
    #expect(Array(ours.suffix(shown.count)) == shown, sourceLocation: location)
  }
}
