import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Enums in the form that the compiler synthesises, and enums with synthesised `Codable`.
@Suite struct SynthesizedTwinTests {
  private static func json(_ keys: KeyStrategy) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = keys.encoding
    return encoder
  }

  private static func engine(_ keys: KeyStrategy) -> PolymorphicJSONEncoder {
    let encoder = PolymorphicJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = keys.encoding
    return encoder
  }

  @Test func `there are shapes of every kind`() {
    #expect(EnumShapes.all.count >= 30)
  }

  @Test(arguments: EnumShapes.all, KeyStrategy.allCases)
  func `writes the bytes of the synthesised code`(
    _ shape: any EnumShape.Type,
    _ keys: KeyStrategy
  ) throws {
    func check<Shape: EnumShape>(_: Shape.Type) throws {
      for (own, twin) in Shape.pairs {
        let expected = try Self.json(keys).encode(twin)
        let text = String(decoding: expected, as: UTF8.self)
        #expect(try Self.json(keys).encode(own) == expected, "\(text)")
        #expect(try Self.engine(keys).encode(own) == expected, "\(text)")
        #expect(try Self.engine(keys).encode([own]) == Self.engine(keys).encode([twin]), "\(text)")
      }
    }
    try check(shape)
  }

  @Test(arguments: EnumShapes.all, Backend.allCases)
  func `each reads what the other has written`(
    _ shape: any EnumShape.Type,
    _ backend: Backend
  ) throws {
    func check<Shape: EnumShape>(_: Shape.Type, _ keys: KeyStrategy) throws {
      let (own, twins) = (Shape.pairs.map(\.0), Shape.pairs.map(\.1))
      let ownData = try backend.encoded(own, keys: keys)
      let twinData = try backend.encoded(twins, keys: keys)
      // Not of property lists, which have dates and data.
      if backend.supportsKeyStrategies {
        #expect(try backend.tree(ofEncoded: ownData) == backend.tree(ofEncoded: twinData))
      }
      #expect(try backend.decode([Shape.Own].self, fromEncoded: twinData, keys: keys) == own)
      #expect(try backend.decode([Shape.Twin].self, fromEncoded: ownData, keys: keys) == twins)
    }
    try check(shape, .asWritten)
    if backend.supportsKeyStrategies { try check(shape, .snakeCase) }
  }
}
