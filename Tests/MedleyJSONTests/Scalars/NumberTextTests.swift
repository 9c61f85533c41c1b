import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// Numbers that no integer of 64 bits and no finite double stands for.
@Suite(.onEachEngine) struct NumberTextTests {
  private static let wide = "12345678901234567890123456789012345678"
  private static let spellings = [
    "18446744073709551616", "-9223372036854775809", wide, "-" + wide, wide + "9", "1e400",
    "-1E+400", "1e-400", "123456789012345678901234567890.5e400",
  ]

  private func value(_ text: String) throws -> PayloadValue {
    try Engine.current.decoder().decode(PayloadValue.self, from: text)
  }

  private func number(_ text: String) throws -> String? {
    if case .number(let number) = try value(text) { number } else { nil }
  }

  @Test(arguments: spellings)
  func `keeps the text of numbers`(_ text: String) throws {
    #expect(try number(text) == text)
    #expect(try value(text).description == text)
    #expect(try value("[0, \(text)]")[1] == value(text))
    let payload = try Engine.current.decoder().decode(UnknownPayload.self, from: text)
    #expect(payload.content == (try value(text)))
    #expect(payload.sourceBytes == Array(text.utf8))
  }

  private struct Kept: Decodable {
    var member: UnknownPayload
    var list: [UnknownPayload]
  }

  /// All lengths, or those beside words of eight digits.
  private static let lengths = Thoroughness.isFull ? Array(1...34) : [1, 8, 9, 16, 17, 24, 25]

  @Test(arguments: lengths)
  func `finds the end of numbers of any length`(_ count: Int) throws {
    let decoder = Engine.current.decoder()
    let digits = String(repeating: "7", count: count)
    let texts = ["", ".5", "." + digits, "e2", ".25E-1"].map { digits + $0 }
    for text in texts + texts.map({ "-" + $0 }) {
      for end in ["", " ", "\n", "\t"] {
        func document(_ number: String) -> String {
          "{\"member\":\(number),\"list\":[\(number),\(number)]}"
        }
        for padding in Padding.allCases {
          let kept = try decoder.decode(Kept.self, from: document(text + end) + padding.text)
          for payload in [kept.member] + kept.list {
            #expect(payload.sourceBytes == Array(text.utf8), "\(text)\(end) + \(padding)")
          }
          for wrong in ["x", "-", ".", "e", " 1"] {
            #expect(throws: DecodingError.self, "\(text)\(wrong)\(end) + \(padding)") {
              try decoder.decode(Kept.self, from: document(text + wrong + end) + padding.text)
            }
          }
        }
      }
    }
  }

  @Test func `numbers within 64 bits and finite doubles aren't texts`() throws {
    #expect(try value("18446744073709551615") == .unsigned(.max))
    #expect(try value("-9223372036854775808") == .integer(.min))
    #expect(try value("1e308") == .double(1e308))
    #expect(try value("1e2") == 100)
    #expect(try value("5e-324") == .double(.leastNonzeroMagnitude))
    #expect(try value("0e400") == 0)
  }

  @Test func `number texts are equal if their spelling is`() throws {
    #expect(try value("1e400") == value("1e400"))
    #expect(try value("1e400").hashValue == value("1e400").hashValue)
    #expect(try value("1e400") != value("10e399"))
    #expect(try value("18446744073709551616") != .double(0x1p64))
    #expect(try Set(Self.spellings.map(value)).count == Self.spellings.count)
  }

  @Test(arguments: [wide, "-" + wide, "18446744073709551616", "-9223372036854775809"])
  func `encodes up to 38 digits`(_ text: String) throws {
    let data = try JSONEncoder().encode([value(text)])
    #expect(String(decoding: data, as: UTF8.self) == "[\(text)]")
  }

  @Test func `rounds more than 38 digits to a double`() throws {
    let data = try JSONEncoder().encode([value(Self.wide + "9")])
    #expect(try JSONDecoder().decode([Double].self, from: data) == [1.2345678901234568e38])
  }

  @Test(arguments: ["1e400", "-1e400"])
  func `encoding a number that the encoder can't represent throws`(_ text: String) throws {
    let value = try value("[\(text)]")
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.place == "[0]")
    #expect(
      context.debugDescription == "\(text) is beyond the numbers that the encoder can be given."
    )
  }

  @Test(arguments: Backend.allCases)
  func `a text that isn't a number isn't encoded`(_ backend: Backend) throws {
    let texts = [
      "", "-", "1,2", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "nan", "1 ", "1\"", "1}", "٣",
    ]
    for text in texts {
      let value: PayloadValue = ["a": [.number(text)]]
      let error = #expect(throws: EncodingError.self, "\(text)") { try backend.encode(value) }
      guard case .invalidValue(_, let context) = error else { return }
      #expect(context.codingPath.place == "a[0]", "\(text)")
      #expect(context.debugDescription.hasSuffix("isn't a number in JSON."), "\(text)")
    }
    for text in ["-0.5E-3", "10", "0e0", "1.25e+10"] {
      #expect(throws: Never.self, "\(text)") {
        try backend.encode(["a": PayloadValue.number(text)])
      }
    }
  }

  private struct Holder<Value: Decodable>: Decodable { var number: Value }

  private func held<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    let json = #"{"number": \#(text)}"#
    let payload = try Engine.current.decoder().decode(UnknownPayload.self, from: json)
    return try payload.decode(as: Holder<Value>.self).number
  }

  @Test func `decodes number texts of kept payloads as types that fit`() throws {
    #expect(try held(Decimal.self, Self.wide) == Decimal(string: Self.wide))
    #expect(try held(Double.self, Self.wide) == 1.2345678901234568e37)
    #expect(try held(Float.self, "18446744073709551616") == 0x1p64)
    #expect(try held(PayloadValue.self, "1e400") == value("1e400"))
  }

  @Test(arguments: spellings)
  func `decoding a number text as a type that doesn't fit throws`(_ text: String) throws {
    func place(_ body: () throws -> Void) -> String? {
      #expect(throws: DecodingError.self, performing: body)?.details?.codingPath.place
    }
    if text == "1e-400" {
      // Every decoder rounds it to zero, where an integer is asked for.
      #expect(try held(Int.self, text) == 0)
      #expect(try Engine.current.decoder().decode(Int.self, from: text) == 0)
    } else {
      #expect(place { _ = try held(Int.self, text) } == "number")
      #expect(place { _ = try held(UInt64.self, text) } == "number")
    }
    #expect(place { _ = try held(String.self, text) } == "number")
    if text.contains("00") { #expect(place { _ = try held(Double.self, text) } == "number") }
  }

  @Test(arguments: ["1e-400", "1e400", "1e-50", "0", "0.0", "-0.0", "0e9", "1.5"])
  func `decodes number texts as floats exactly if the decoder does`(_ text: String) throws {
    let json = #"{"number": \#(text)}"#
    let decoder = Engine.current.decoder()
    let direct = try? decoder.decode(Holder<Float>.self, from: json).number
    #expect((try? held(Float.self, text)) == direct)
    let double = try? decoder.decode(Holder<Double>.self, from: json).number
    #expect((try? held(Double.self, text)) == double)
  }
}
