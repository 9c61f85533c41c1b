import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// The texts of errors.
@Suite(.onEachEngine) struct ErrorTextTests {
  private func error<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ decoder: any EngineDecoding = Engine.current.decoder()
  ) throws -> DecodingError {
    try #require(#expect(throws: DecodingError.self) { try decoder.decode(type, from: text) })
  }

  @Test(arguments: ["", "[1,\n 2,]", "[1, 2", "\"\\q\"", "[01]", "{\"a\" 1}"])
  func `the summary for a text that isn't JSON is one line with the place`(_ text: String) throws {
    if Engine.current.acceptsCommas(in: text.utf8) { return }
    let error = try error(Ignored.self, text)
    let place = try #require(error.linePlace)
    #expect(!error.summary.contains("\n"))
    #expect(error.summary.contains("At \(place)"))
    #expect(
      error.details?.debugDescription.hasPrefix("The given data was not valid JSON. ") == true
    )
  }

  @Test(arguments: [
    ("true", "bool"), ("1.5", "number"), ("\"a\"", "a string"), ("{}", "a dictionary"),
    ("[]", "an array"),
  ])
  func `the description names the type and what was found`(_ text: String, _ found: String) throws {
    func check<Value: Decodable>(_ type: Value.Type) throws {
      let description = try error([Value].self, "[\(text)]").details?.debugDescription
      #expect(description == "Expected to decode \(type) but found \(found) instead.")
    }
    if found != "bool" { try check(Bool.self) }
    if found != "number" {
      try check(Int.self)
      try check(Int8.self)
      try check(Double.self)
      try check(Float.self)
    }
    if found != "a string" { try check(String.self) }
  }

  @Test func `an excerpt is shown once`() throws {
    let text = "[1,\n  2,\n]"
    if Engine.current.acceptsCommas(in: text.utf8) { return }
    let error = try error([Int].self, text)
    let cause = try #require(error.details?.underlyingError as? JSONError)
    #expect(error.details?.debugDescription.contains("^") == false)
    #expect("\(cause)" == "Expected another value after the comma. At line 3, column 1:\n]\n^")
  }

  @Test(arguments: 0..<130)
  func `an excerpt has the bytes around the place`(_ place: Int) throws {
    let letters = String((0..<130).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
    let text = "[\"\(letters.prefix(place))\",1,\"\(letters.dropFirst(place))\"]"
    let offset = place + 4
    let error = try error([String].self, text)
    let cause = try #require(error.details?.underlyingError as? JSONError)
    let start = max(0, offset - 40)
    let excerpt = text.dropFirst(start).prefix(offset + 40 - start)
    #expect(cause.offset == offset)
    #expect(
      cause.excerpt
        == "\(excerpt)\n\(String(repeating: " ", count: offset - start))^"
    )
  }

  @Test func `an empty text has no excerpt`() throws {
    let cause = try error([Int].self, "").details?.underlyingError as? JSONError
    #expect(cause.map { "\($0)" } == "The text is empty. At line 1, column 1.")
  }

  @Test func `an error of a tag prints its place`() throws {
    let registry = PolymorphicRegistry<any Equatable>("type", ["INT": Int.self])
    let error = try error(
      [Polymorphic<any Equatable>].self,
      "[\n  {\"type\": 1.5}\n]",
      Engine.current.decoder(registry)
    )
    let cause = try #require(error.details?.underlyingError as? DiscriminatorError)
    #expect(!cause.description.contains("line"))
    let place = "At line 2, column 12:\n  {\"type\": 1.5}\n           ^"
    #expect(error.details?.debugDescription == "\(cause.fact) At line 2, column 12")
    #expect("\(error)".contains(place))
    #expect(error.summary.hasPrefix("[0].type: ") && !error.summary.contains("\n"))
  }
}
