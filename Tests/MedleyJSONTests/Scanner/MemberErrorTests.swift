import MedleyJSON
import TestSupport
import Testing

/// Faults in and between members, wherever they are: each text with white space behind it, where
/// members are scanned in a loop of their own, and without.
@Suite struct MemberErrorTests {
  private let decoder = PolymorphicJSONDecoder()

  /// Bytes that mean something somewhere, and some that never do.
  private static let bytes =
    Array(#""\{}[]:,0129.-+eEtrufalsn/ x"#.utf8)
    + [0x00, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x80, 0xc3, 0xe2, 0xff]

  /// Longer than what is looked at once.
  private static let indentation = String(repeating: " ", count: 19)

  private static let texts = [
    #"{"id":1,"title":"Heat","ok":true,"no":false,"none":null,"price":1.25,"last":"x"}"#,
    #"[{"a":1},{"b":-0,"c":[1,{"d":""}],"e":{}},{},{"f":{"g":"h\n"},"é":"é"} , {"i":1e5}]"#,
    "{\n  \"a\": 12345678,\n  \"b\": {\n    \"c\": [\n      1.12345678\n    ]\n  },\n  \"d\": \"\"\n}",
    "{\n\(indentation)\"a\": 1,\n\(indentation)\"b\": \"x\",\n \(indentation)\"c\":{}}",
    "{\"key\\u0041\":\"\\ud83d\\ude00\",\r\n\t\"longer key of letters\" : 0.5 ,\"a\":1,\"a\":2}",
  ]

  @Test(arguments: Self.texts)
  func `removing a byte or truncating the text gives the same error as the reference`(
    _ text: String
  ) throws {
    let text = Array(text.utf8)
    try FirstError.check(text, by: decoder)
    try FirstError.check([0xef, 0xbb, 0xbf] + text, by: decoder)
    for position in text.indices {
      var changed = text
      changed.remove(at: position)
      try FirstError.check(changed, by: decoder)
      try FirstError.check(Array(text[..<position]), by: decoder)
    }
  }

  @Test(arguments: Self.texts)
  func `replacing or inserting a byte gives the same error as the reference`(_ text: String) throws
  {
    let text = Array(text.utf8)
    for position in text.indices {
      for byte in Thoroughness.some(of: Self.bytes, each: 6, seed: position) {
        var changed = text
        changed[position] = byte
        try FirstError.check(changed, by: decoder)
        changed = text
        changed.insert(byte, at: position)
        try FirstError.check(changed, by: decoder)
      }
    }
  }

  // MARK: - Scalars

  /// Right and wrong ones.
  private static let scalars = [
    "0", "-0", "00", "01", "-", "-01", "1.", "1.e", "1.e3", ".5", "+1", "1.5.5", "12345678",
    "123456789", "1234567.", "12345678.", "1.12345678", "1.1234567", "12345678.1234567",
    "12345678.12345678", "012345678", "0.0", "0x1", "1e", "1e+", "1e5", "1E-5", "1e5.5", "1.5e3",
    "1.1234567e1", "12345678e1", "1-", "1_", "1a", "--1", "true", "false", "null", "tru", "nul",
    "fals", "truE", "truex", "nullnull", "True", "falsy", "NaN", "Infinity", "t", "f", "n",
    "\"\"", #""a"#, "\"\"\"", #""a"b"#, #""\x""#, #""\u12""#, #""\u00zz""#, #""\ud800""#,
    #""\udc00""#, #""\ud800\n""#, "\"\u{1}\"", "\"\t\"", "'a'", "a", "{}", "[]", "{", "[", "}", "]",
    "", ",", ":", "{}{}", "[1]2", "/**/1",
  ]

  /// Places where a value stands; `$` is where.
  private static let places = [
    "$", "[$]", "[1,$]", "[$,1]", #"{"a":$}"#, #"{"a": $}"#, #"{"a":  $}"#, #"{"a":$,"b":1}"#,
    #"{"a":1,"b":$}"#, #"{"a":1,"b":$ ,"c":2}"#, "{\"a\":1,\n\"b\":$\n}", "{\"a\":\n$,\"b\":1}",
    #"[{"a":$},{"b":1}]"#, #"[{"a":1},{"b":$}]"#, #"[{"a":1},$]"#, #"[{"a":1},{$}]"#,
    #"[{"a":1},{"a"$}]"#, #"[{"a":1}$,{"b":1}]"#, #"{"o":{"a":$},"b":[$,2]}"#, #"{"a":$"b":1}"#,
    #"{"a":1,$}"#, #"{$:1}"#, #"{"a":1,$:1}"#, #"{"a":1$"b":1}"#, #"{"a"$1,"b":1}"#,
  ]

  @Test(arguments: Self.places)
  func `valid and invalid scalars at every place give the same error as the reference`(
    _ place: String
  ) throws {
    for scalar in Self.scalars {
      let text = place.split(separator: "$", omittingEmptySubsequences: false)
        .joined(separator: scalar)
      try FirstError.check(Array(text.utf8), by: decoder)
    }
  }

  @Test(arguments: [0, 1, 6, 7, 8, 9, 15, 16, 17, 55, 56, 57, 58, 62, 63, 64, 65, 66, 80, 130])
  func `errors after keys and strings of every length are found`(_ count: Int) throws {
    let key = String(repeating: "k", count: count)
    for text in [
      #"{"\#(key)":1,}"#, #"{"\#(key)" 1}"#, #"{"\#(key):1}"#, #"{"\#(key)":"\#(key)"#,
      #"{"\#(key)":"\#(key)"x}"#, #"{"\#(key)":"\#(key)\q"}"#, #"{"\#(key)\q":1}"#,
      #"{"\#(key)é":"\#(key)é",}"#, "{\"\(key)\":\"\(key)\n\"}", "{\"\(key)\n\":1}",
      #"{"\#(key)":1,"\#(key)":2,"\#(key)":x}"#, #"{"\#(key)"::1}"#, #"{"\#(key)":1 "a":2}"#,
      #"[{"\#(key)":1},{"\#(key)":1}}"#, #"[{"\#(key)":1},{"\#(key)":1]"#, #"{"\#(key)":1]"#,
      #"[{"\#(key)":1},{"\#(key)":1},]"#, #"[{"\#(key)":1},{"\#(key)":1},{]"#,
    ] { try FirstError.check(Array(text.utf8), by: decoder) }
  }

  @Test(arguments: Thoroughness.seeds(500..<520))
  func `damaged objects give the same error as the reference`(_ seed: UInt64) throws {
    var members = RandomMembers(seed: seed)
    var damage = RandomText(seed: seed)
    for _ in 0..<12 {
      let text = Array(members.document().utf8.prefix(700))
      for _ in 0..<6 { try FirstError.check(damage.damaged(text), by: decoder, "seed \(seed)") }
    }
  }

  /// The end of a document at every distance from what is scanned at once.
  @Test(arguments: Self.texts + Self.longTexts)
  func `white space of any length can follow a text`(_ text: String) throws {
    for fault in ["", "x", ","] {
      let text = Array(text.utf8) + Array(fault.utf8)
      let expected = RFC8259Validator.firstFault(in: text)
      for count in Thoroughness.some(of: 0...260, each: 7, seed: text.count) {
        let padded = text + Array(repeating: 0x20, count: count)
        let found = try FirstError.found(in: padded, by: decoder)
        #expect(found?.offset == expected, "\(count)")
      }
    }
  }

  /// Keys and strings as long as marks show at once, in the last member.
  private static var longTexts: [String] {
    [56, 57, 58, 62, 63, 64].flatMap { count in
      let letters = String(repeating: "k", count: count)
      return [
        #"{"\#(letters)": "\#(letters)"}"#, #"{"\#(letters)":"\#(letters)\#(letters)"}"#,
        #"{"\#(letters)": "\#(letters)é"}"#, #"{"\#(letters)": 12345678.1234567}"#,
        #"{"\#(letters)": false}"#,
      ]
    }
  }
}
