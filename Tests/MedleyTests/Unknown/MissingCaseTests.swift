import Foundation
import Medley
import TestSupport
import Testing

/// Errors of enums that have no case for what their policies keep, and how often errors say a thing.
@Suite struct MissingCaseTests {
  struct Message: Codable, Equatable {
    var text: String
  }

  enum Reply: PolymorphicEnum, Equatable {
    case message(Message)

    static let registry = PolymorphicRegistry<Reply>(
      "type",
      policies: .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    ) { registry in
      try registry.register(for: "message", as: Reply.message)
    }
  }

  enum Strict: PolymorphicDecodable {
    case message(Message)

    static let registry = PolymorphicRegistry<Strict>(
      "type",
      policies: .init(unknown: .throw)
    ) { registry in
      try registry.register(for: "message", as: Strict.message)
    }
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"type":"massage"}]"#, "[0].type", DiscriminatorError.Code.unknownTag),
      (#"[{"text":"a"}]"#, "[0].type", .missingTag),
      (#"[{"type":[]}]"#, "[0].type", .wrongKindTag),
    ]
  )
  func `the advice is to add the case if the policy keeps the payload`(
    _ backend: Backend,
    _ sample: (json: String, place: String, code: DiscriminatorError.Code)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Reply].self, from: sample.json)
    }
    #expect(error.place == sample.place)
    let cause = try #require(error.cause)
    #expect(cause.code == sample.code)
    #expect(cause.description.hasPrefix(#"Expected one of "message" under "type" but found "#))
    #expect(
      cause.description.contains("Reply has no case for them: add case unknown(UnknownPayload)")
    )
    #expect(!cause.description.contains(".keep"))
    #expect(error.details?.debugDescription.hasPrefix(cause.fact.dropLast()) == true)
  }

  @Test func `the advice is to keep payloads if the policy doesn't`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode([Strict].self, from: #"[{"type":"massage"}]"#)
    }
    let cause = try #require(error.cause)
    #expect(cause.description.hasSuffix("or keep unknown payloads with the policy .keep."))
    #expect(cause.nearest == "message")
  }

  @Test(arguments: Backend.allCases)
  func `a payload that fails throws its own error`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Reply].self, from: #"[{"type":"message"}]"#)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].text")
  }

  @Test(arguments: Backend.allCases)
  func `an error about a tag prints its description once`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Reply].self, from: #"[{"type":"massage"}]"#)
    }
    #expect("\(error)".components(separatedBy: "Expected one of").count == 2)
    #expect(try #require(error.cause).description.contains("Expected one of"))
    let cause = try #require(error.cause)
    #expect("\(cause)".hasPrefix(#"unknownTag "massage". \#(cause.remedy ?? "none")"#))
  }

  @Test(arguments: Backend.allCases)
  func `an error about encoding prints its description once`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Polymorphic<any Media>.known(Song(title: "a"))], with: .media)
    }
    #expect("\(error)".components(separatedBy: "isn't registered").count == 2)
  }

  @Test(arguments: Backend.allCases)
  func `an error about a missing registry prints its description once`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Polymorphic<any Unregistered>].self, from: "[{}]")
    }
    #expect("\(error)".components(separatedBy: "No registry").count == 2)
    #expect(error.summary.hasPrefix("[0]: No registry for Unregistered"))
    let cause = try #require(error.details?.underlyingError as? RegistrationError)
    #expect("\(cause)".hasPrefix("missingRegistry. Give the decoder one"))
    #expect(error.details?.debugDescription.hasPrefix("No registry for Unregistered") == true)
    #expect(error.details?.debugDescription.contains("install") == false)
  }
}

/// A base that no registry knows.
protocol Unregistered {}
