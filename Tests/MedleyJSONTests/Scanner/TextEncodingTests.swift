import Foundation
import MedleyEngine
import MedleyJSON
import MedleyResilience
import Testing

/// What a text may begin with, and what it may be written in.
@Suite struct TextEncodingTests {
  private let decoder = PolymorphicJSONDecoder()
  private let mark: [UInt8] = [0xef, 0xbb, 0xbf]

  private func error(_ text: [UInt8]) throws -> (message: String, offset: Int) {
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(Ignored.self, from: text)
    }
    return ("\(error)", try #require(error.jsonError).offset)
  }

  @Test func `skips one byte order mark`() throws {
    #expect(try decoder.decode([Int].self, from: mark + Array("[1]".utf8)) == [1])
    #expect(try decoder.decode([Int].self, from: mark + Array(" [1]".utf8)) == [1])
    #expect(try error(mark + mark + Array("[1]".utf8)).offset == 3)
    #expect(try error(Array("[1]".utf8) + mark).offset == 3)
    #expect(try error([0xef, 0xbb] + Array("[1]".utf8)).offset == 0)
  }

  @Test func `an empty text, white space and a lone byte order mark aren't JSON`() throws {
    for text in [[], Array(" \t\r\n".utf8), mark, mark + [0x20]] {
      let (message, offset) = try error(text)
      #expect(message.contains("The text is empty."))
      #expect(offset == text.count)
    }
  }

  @Test func `an empty string isn't JSON`() throws {
    #expect(throws: DecodingError.self) { try decoder.decode(Ignored.self, from: "") }
    #expect(throws: DecodingError.self) { try decoder.decode(Ignored.self, from: Data()) }
    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(throws: DecodingError.self) { unsafe try decoder.decode(Ignored.self, from: nothing) }
  }

  @Test(arguments: [
    String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian,
    .utf32LittleEndian,
  ])
  func `decodes UTF-16 and UTF-32`(_ encoding: String.Encoding) throws {
    let data = try #require("[\"é\", \"東 😀\"]".data(using: encoding))
    #expect(try decoder.decode([String].self, from: data) == ["é", "東 😀"])
    #expect(try decoder.decodeLossy([String].self, from: data).value == ["é", "東 😀"])
    let short = try #require("1".data(using: encoding))
    #expect(try decoder.decode(Int.self, from: short) == 1)
  }

  @Test func `places an error in the transcoded text`() throws {
    let data = try #require("[\"é\",\n x]".data(using: .utf16))
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(Ignored.self, from: data)
    }
    #expect(error.jsonError?.line == 2)
    #expect(error.jsonError?.column == 2)
    #expect(error.jsonError?.offset == 8)
  }

  @Test func `refuses half of a surrogate pair at its place`() throws {
    let (message, offset) = try error([0xfe, 0xff, 0x00, 0x22, 0xd8, 0x3d, 0x00, 0x22])
    #expect(message.contains("The bytes are no UTF-16."))
    #expect(offset == 4)
  }

  @Test func `a NUL in a string shows no other encoding`() throws {
    #expect(try decoder.decode(Int.self, from: [0x31, 0x00]) == 1)
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: "1\0") }
    #expect(throws: DecodingError.self) {
      try decoder.decode([JSONText<Int>].self, from: #"["1\u0000"]"#)
    }
  }

  @Test func `only the four characters of the standard are white space`() throws {
    for byte in UInt8.min..<0x80 {
      let isSpace = [0x20, 0x09, 0x0a, 0x0d].contains(byte)
      let text = Array("[ 1".utf8) + [byte] + Array(",".utf8) + [byte] + Array("2]".utf8) + [byte]
      let numbers = try? decoder.decode([Int].self, from: text)
      #expect((numbers == [1, 2]) == isSpace, "\(byte)")
    }
  }
}
