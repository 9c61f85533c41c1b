package import Foundation
package import Medley
import MedleyEngine
package import MedleyJSON
package import Testing

/// The classes under whose names the engine decodes and encodes.
///
/// A suite with the trait `.onEachEngine` runs once for each:
///
/// ```swift
/// @Suite(.onEachEngine) struct StringTests {
///   private let decoder = Engine.current.decoder()
/// }
/// ```
package enum Engine: CaseIterable, Sendable {
  /// `PolymorphicJSONDecoder` and `PolymorphicJSONEncoder`.
  case polymorphic

  /// `DropInJSONDecoder` and `DropInJSONEncoder`, by the names of their superclasses.
  case dropIn

  /// The engine of the running test.
  @TaskLocal package static var current = Engine.polymorphic

  package func decoder<each Base>(
    _ registries: repeat PolymorphicRegistry<each Base>
  ) -> any EngineDecoding {
    switch self {
    case .polymorphic: return PolymorphicJSONDecoder(repeat each registries)
    case .dropIn:
      let decoder: JSONDecoder = DropInJSONDecoder()
      repeat decoder.userInfo.register(each registries)
      return decoder
    }
  }

  package func encoder<each Base>(
    _ registries: repeat PolymorphicRegistry<each Base>
  ) -> any EngineEncoding {
    switch self {
    case .polymorphic: return PolymorphicJSONEncoder(repeat each registries)
    case .dropIn:
      let encoder: JSONEncoder = DropInJSONEncoder()
      repeat encoder.userInfo.register(each registries)
      return encoder
    }
  }
}

extension Engine {
  /// Whether the decoder accepts a text that others refuse for a trailing comma, as `JSONDecoder` does.
  package func acceptsCommas(in text: some Collection<UInt8>) -> Bool {
    self == .dropIn && String(decoding: text, as: UTF8.self).contains(/,\s*[\]}]/)
  }
}

// MARK: - Running suites

/// Runs a test once for each ``Engine``.
package struct EachEngine: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  @concurrent package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    for engine in Engine.allCases {
      let naming: IssueHandlingTrait = .compactMapIssues { issue in
        var issue = issue
        issue.comments.append("on the engine \(engine)")
        return issue
      }
      try await Engine.$current.withValue(engine) {
        try await naming.provideScope(for: test, testCase: testCase, performing: function)
      }
    }
  }
}

extension Trait where Self == EachEngine {
  /// Runs each test of a suite once for each ``Engine``.
  package static var onEachEngine: EachEngine { EachEngine() }
}

// MARK: - Decoding

/// What both decoders have.
package protocol EngineDecoding: AnyObject, Sendable {
  var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get set }
  var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get set }
  var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy { get set }
  var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
    get set
  }
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension EngineDecoding {
  package func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try decode(type, from: Data(text.utf8))
  }

  package func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try decode(type, from: Data(bytes))
  }
}

extension PolymorphicJSONDecoder: EngineDecoding {}
extension JSONDecoder: EngineDecoding {}

// MARK: - Encoding

/// What both encoders have.
package protocol EngineEncoding: AnyObject, Sendable {
  var outputFormatting: JSONEncoder.OutputFormatting { get set }
  var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
  var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
  var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy { get set }
  var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy {
    get set
  }
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }

  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension PolymorphicJSONEncoder: EngineEncoding {}
extension JSONEncoder: EngineEncoding {}
