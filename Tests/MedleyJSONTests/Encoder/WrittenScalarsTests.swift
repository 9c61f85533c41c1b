import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Scalars at the edges of the words in which they are written.
@Suite(.onEachEngine) struct WrittenScalarsTests {
  @Test(arguments: [JSONEncoder.OutputFormatting(), .withoutEscapingSlashes])
  func `writes texts of every length with an escape at every place as JSONEncoder does`(
    _ format: JSONEncoder.OutputFormatting
  ) throws {
    let escaped: [Character] = ["\"", "\\", "/", "\n", "\u{0}", "\u{1f}", "\u{7f}", "é", "界", "🎬"]
    for length in 0...26 {
      let plain = Array("abcdefghijklmnopqrstuvwxyz".prefix(length))
      var texts = [String(plain)]
      for place in plain.indices {
        for character in escaped {
          var text = plain
          text[place] = character
          texts.append(String(text))
          // A second one after the first, in the same word or a later one.
          text[(place + 3) % length] = "/"
          texts.append(String(text))
        }
      }
      texts.append(String(repeating: "/", count: length))
      texts.append(String(repeating: "é", count: length))
      try expectEqualOutput(texts, format)
    }
  }

  @Test func `writes integers of every number of digits as JSONEncoder does`() throws {
    var numbers: [Int] = [.min, .min + 1, .max, .max - 1]
    var power = 1
    while true {
      for digit in 1...9 where power.multipliedReportingOverflow(by: digit).overflow == false {
        numbers += [digit * power - 1, digit * power, digit * power + 1]
      }
      let (next, isOver) = power.multipliedReportingOverflow(by: 10)
      if isOver { break }
      power = next
    }
    numbers += (0..<10_000).map { $0 * 10_007 }
    numbers += numbers.filter { $0 > 0 }.map { -$0 }
    try expectEqualOutput(numbers)
    try expectEqualOutput([UInt64.max, .max - 1, 10_000_000_000_000_000_000])
  }

  @Test func `writes decimals with every number of places as JSONEncoder does`() throws {
    var numbers: [Double] = [0.001, 0.0009999, 999_999_999.9, 999_999_999.9999999, 0.1 + 0.2]
    for whole in [0, 1, 7, 10, 99, 12_345, 99_999_999, 100_000_000, 999_999_999] {
      for fraction in [
        "1", "01", "10", "009", "5", "99", "999", "0001", "12345", "1234567", "0000001",
      ] {
        numbers.append(try #require(Double("\(whole).\(fraction)")))
      }
      numbers.append(Double(whole).nextUp)
      numbers.append(Double(whole).nextDown)
    }
    numbers += numbers.map { -$0 }
    try expectEqualOutput(numbers)
  }

  @Test(arguments: [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase])
  func `finds the path of an error after fields and members in any order`(
    _ keys: JSONEncoder.KeyEncodingStrategy
  ) throws {
    struct Inner: FieldEncodable {
      var isFieldFirst: Bool
      func encode(fields: inout FieldWriter) throws {
        try fields.encode("firstPart", "text")
        var container = fields.encoder.container(keyedBy: Key.self)
        if isFieldFirst {
          try container.encode(1, forKey: .oneMember)
          try fields.encode("lastPart", Double.nan)
        } else {
          try fields.encode("lastPart", 1)
          try container.encode(Double.nan, forKey: .oneMember)
        }
      }
      enum Key: String, CodingKey { case oneMember }
    }
    struct Outer: FieldEncodable {
      var inner: Inner
      func encode(fields: inout FieldWriter) throws {
        try fields.encode("theNumber", 1)
        try fields.encode("innerParts", [inner, inner])
      }
    }
    let encoder = Engine.current.encoder()
    encoder.keyEncodingStrategy = keys
    // Twice: fields are found, and then known.
    for _ in 0..<2 {
      for (isFieldFirst, last) in [(true, "lastPart"), (false, "oneMember")] {
        let error = #expect(throws: EncodingError.self) {
          try encoder.encode(Outer(inner: Inner(isFieldFirst: isFieldFirst)))
        }
        guard case .invalidValue(_, let context)? = error else {
          Issue.record("another error: \(String(describing: error))")
          continue
        }
        #expect(context.codingPath.map(\.stringValue) == ["innerParts", "Index 0", last])
      }
    }
  }

  private func expectEqualOutput(
    _ value: some Encodable,
    _ format: JSONEncoder.OutputFormatting = []
  ) throws {
    let (foundation, engine) = (JSONEncoder(), Engine.current.encoder())
    foundation.outputFormatting = format
    engine.outputFormatting = format
    #expect(
      try String(decoding: engine.encode(value), as: UTF8.self)
        == String(decoding: foundation.encode(value), as: UTF8.self)
    )
  }
}
