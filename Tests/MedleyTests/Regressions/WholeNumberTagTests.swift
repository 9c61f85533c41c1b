import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// A whole number with a fraction or an exponent was a tag only on some paths.
@Suite struct WholeNumberTagTests {
  private struct Layer: Codable, Equatable { var name: String }

  private enum Form: CaseIterable {
    case key, path, adjacent, compound, wrapperArray, alternatives, custom

    var discriminator: Discriminator {
      switch self {
      case .key: "ty"
      case .path: .path("meta", "ty")
      case .adjacent: .adjacent(tag: "ty", content: "layer")
      case .compound: .compound("ty", "version")
      case .wrapperArray: .wrapperArray
      case .alternatives: .key("kind").or("ty")
      case .custom:
        .custom { decoder in
          enum Key: CodingKey { case ty }
          return try decoder.container(keyedBy: Key.self).decode(TypeTag.self, forKey: .ty)
        }
      }
    }

    func tag(_ integer: Int64) -> TypeTag {
      self == .compound ? [.integer(integer), 1] : .integer(integer)
    }

    func element(_ tag: String) -> String {
      switch self {
      case .key, .alternatives, .custom: #"{"name": "a", "ty": \#(tag)}"#
      case .path: #"{"meta": {"ty": \#(tag)}, "name": "a"}"#
      case .adjacent: #"{"layer": {"name": "a"}, "ty": \#(tag)}"#
      case .compound: #"{"name": "a", "version": 1.0, "ty": \#(tag)}"#
      case .wrapperArray: #"[\#(tag), {"name": "a"}]"#
      }
    }

    func registry(_ integer: Int64) throws -> PolymorphicRegistry<any Equatable> {
      var registry = PolymorphicRegistry<any Equatable>(discriminator)
      try registry.register(Layer.self, for: tag(integer))
      return registry
    }
  }

  private static let spellings: [(text: String, integer: Int64)] = [
    ("4", 4), ("4.0", 4), ("4e0", 4), ("4.000", 4), ("40e-1", 4), ("0.4E+1", 4), ("0.0", 0),
    ("-0.0", 0), ("-0", 0), ("0e5", 0), ("-3.0", -3), ("1e3", 1000), ("-25e1", -250),
    ("9007199254740991.0", 9_007_199_254_740_991), ("9007199254740993.0", 9_007_199_254_740_993),
    ("1e18", 1_000_000_000_000_000_000),
  ]

  @Test(arguments: Backend.allCases)
  func `every spelling of a whole number is the same integer tag`(_ backend: Backend) throws {
    for form in Form.allCases {
      for (text, integer) in Self.spellings {
        let json = "[\(form.element(text))]"
        guard backend.limit(decoding: json) == nil else { continue }
        let registry = try form.registry(integer)
        let elements = try backend.decode([Polymorphic<any Equatable>].self, from: json) {
          $0.register(registry)
        }
        #expect(elements.first?.known as? Layer == Layer(name: "a"), "\(form) \(text)")
        guard form != .custom else { continue }
        let encoded = try backend.encode(elements) { $0.register(registry) }
        let expected = form.element(form == .alternatives ? "0" : "\(integer)")
        guard form != .alternatives else { continue }
        #expect(encoded == (try JSONTree(parsing: "[\(expected)]")), "\(form) \(text)")
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a kept element has the same tag and resolves later`(
    _ backend: Backend
  ) throws {
    for form in Form.allCases where form != .custom {
      for (text, integer) in Self.spellings {
        let json = "[\(form.element(text))]"
        guard backend.limit(decoding: json) == nil else { continue }
        let other = try form.registry(77)
        let elements = try backend.decode([Polymorphic<any Equatable>].self, from: json) {
          $0.register(other)
        }
        let payload = try #require(elements.first?.unknown, "\(form) \(text)")
        #expect(payload.tag == form.tag(integer), "\(form) \(text)")
        let resolved = try payload.resolve(with: form.registry(integer))
        #expect(resolved.known as? Layer == Layer(name: "a"), "\(form) \(text)")
        #expect(try payload.decode(as: Layer.self) == Layer(name: "a"), "\(form) \(text)")
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a tag decodes from every spelling`(_ backend: Backend) throws {
    for (text, integer) in Self.spellings {
      let json = "[\(text), [\(text), \"v\"]]"
      guard backend.limit(decoding: json) == nil else { continue }
      let tags = try backend.decode([TypeTag].self, from: json)
      #expect(tags == [.integer(integer), [.integer(integer), "v"]], "\(text)")
    }
  }

  @Test(arguments: Backend.allJSON)
  func `the limits of Int64 are tags in every spelling`(_ backend: Backend) throws {
    let max = ["9223372036854775807", "9223372036854775807.0", "9223372036854775807e0"]
    #expect(
      try backend.decode([TypeTag].self, from: "[\(max.joined(separator: ","))]")
        == Array(repeating: .integer(.max), count: 3)
    )
    let min = ["-9223372036854775808", "-9223372036854775808.0", "-9223372036854775808e0"]
    #expect(
      try backend.decode([TypeTag].self, from: "[\(min.joined(separator: ","))]")
        == Array(repeating: .integer(.min), count: 3)
    )
  }

  @Test(arguments: Backend.allJSON)
  func `an integer beyond Int64 is an unknown tag in every spelling`(_ backend: Backend) throws {
    let texts = [
      "9223372036854775808", "9223372036854775808.0", "-9223372036854775809.0", "1e19", "-1e300",
      "18446744073709551616", "123456789012345678901234567890.0",
    ]
    for form in Form.allCases where form != .custom {
      let registry = try form.registry(4)
      for text in texts {
        let elements = try backend.decode(
          [Polymorphic<any Equatable>].self,
          from: "[\(form.element(text))]"
        ) { $0.register(registry) }
        let payload = try #require(elements.first?.unknown, "\(form) \(text)")
        #expect(payload.tag == nil && payload.reason == .unregistered, "\(form) \(text)")
      }
    }
  }

  @Test func `an integer beyond every double is an unknown tag`() throws {
    for form in Form.allCases where form != .custom {
      let decoder = PolymorphicJSONDecoder(try form.registry(4))
      for text in ["1e400", "-1e400"] {
        let json = "[\(form.element(text))]"
        let elements = try decoder.decode([Polymorphic<any Equatable>].self, from: json)
        let payload = try #require(elements.first?.unknown, "\(form) \(text)")
        #expect(payload.tag == nil && payload.reason == .unregistered, "\(form) \(text)")
        #expect(
          payload.sourceBytes.map { String(decoding: $0, as: UTF8.self) } == form.element(text)
        )
        // Where its value was kept, it is resolved to the same.
        let again = try payload.resolve(with: form.registry(5)).unknown
        #expect(again?.tag == nil && again?.reason == .unregistered, "\(form) \(text)")
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a fraction is a tag of the wrong kind`(_ backend: Backend) throws {
    for form in Form.allCases where form != .custom && form != .wrapperArray {
      let registry = try form.registry(4)
      for text in ["4.5", "-1e-1", "0.000001"] {
        let error = #expect(throws: DecodingError.self, "\(form) \(text)") {
          try backend.decode([Polymorphic<any Equatable>].self, from: "[\(form.element(text))]") {
            $0.register(registry)
          }
        }
        #expect(error?.cause?.code == .wrongKindTag, "\(form) \(text)")
      }
    }
  }

  @Test(arguments: Backend.allJSON)
  func `an invalid number isn't an integer beyond Int64`(_ backend: Backend) throws {
    let registry = try Form.key.registry(4)
    #expect(throws: DecodingError.self) {
      try backend.decode([Polymorphic<any Equatable>].self, from: #"[{"ty": 01, "name": "a"}]"#) {
        $0.register(registry)
      }
    }
  }

  @Test func `every number has the JSON kind of numbers`() throws {
    let registry = PolymorphicRegistry<any Equatable>(
      .jsonKind,
      ["number": Number.self, "string": String.self]
    )
    for text in ["4", "4.0", "4e0", "1.5", "1e400", "-1e400", "18446744073709551616", "1e-400"] {
      let elements = try PolymorphicJSONDecoder(registry).decode(
        [Polymorphic<any Equatable>].self,
        from: "[\(text)]"
      )
      #expect(elements.first?.known is Number, "\(text)")
    }
  }

  private struct Number: Decodable, Equatable {
    init(from decoder: any Decoder) {}
  }

  @Test func `a kept double isn't the integer that it was rounded from`() throws {
    // JSONDecoder shows this number as a double only, which is that of Int64.min.
    let payload = try JSONDecoder().decode(
      UnknownPayload.self,
      from: Data("-9223372036854775809.0".utf8)
    )
    #expect(throws: DecodingError.self) { try payload.decode(as: Int64.self) }
    #expect(try payload.decode(as: Double.self) == -0x1p63)
  }
}
