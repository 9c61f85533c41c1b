/// Texts of this package in the shapes of the conformance suites, for runs without those.
///
/// The first letter of a name says what a parser has to do: accept (`y`), refuse (`n`) or choose
/// (`i`). The names of the last kind are those of `ConformanceDecisions`.
enum OwnTexts {
  static let parsing: [(name: String, bytes: [UInt8])] =
    accepted.enumerated().map { ("y_\($0.offset)", Array($0.element.utf8)) }
    + refused.enumerated().map { ("n_\($0.offset)", Array($0.element.utf8)) }
    + refusedBytes.enumerated().map { ("n_bytes_\($0.offset)", $0.element) } + undecided

  private static let accepted = [
    "null", "true", "false", "0", "-0", "-0.0e-0", "120", "1.5E+3", "2e-7", "9007199254740993",
    "\"\"", #""\"\\\/\b\f\n\r\t""#, #""\u0000\u00e9\uD834\uDD1E""#, "\"\u{7f}\u{2028}é東😀\"",
    "[]", "[ ]", "[[[]],[{}]]", "[1, \"two\",\r\n\tnull ]", "{}", "{ }", #"{"":0}"#,
    #"{"a":{"b":[]},"a":1}"#, "{\"\\u0061\" :\t[true]\n, \"é\":{}}", " [1]", "[1]\n\n",
  ]

  private static let refused = [
    "", " ", "nul", "True", "NaN", "-Infinity", "+1", "-", "01", "-01", "1.", ".5", "1.e2", "1e",
    "1e+", "0x1", "1 2", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{", "{\"a\"",
    "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{\"a\" 1}", "{\"a\"::1}", "{a:1}", "{1:1}", "{\"a\":1]",
    "{\"a\":1 \"b\":2}", "{,}", "'a'", "\"a", "\"\t\"", "\"\n\"", #""\x""#, #""\u12G4""#,
    #""\u00""#, "\"a\"b", "[1] // one", "/* */ 1", "[\u{a0}1]", "\u{feff}", "{}{}", "[1]]",
  ]

  private static let refusedBytes: [[UInt8]] = [
    [0x22, 0x01, 0x22], [0x5b, 0x31, 0x00, 0x5d], [0x5b, 0x0b, 0x31, 0x5d],
    Array(repeating: 0x5b, count: 100_000),
  ]

  private static let undecided: [(name: String, bytes: [UInt8])] = [
    ("i_number_huge_exp", Array("[3.5e88888]".utf8)),
    ("i_number_real_underflow", Array("[-4e-999]".utf8)),
    ("i_number_too_big_pos_int", Array("[77777777777777777777]".utf8)),
    ("i_string_1st_surrogate_but_2nd_missing", Array(#"["\uD801!"]"#.utf8)),
    ("i_string_inverted_surrogates_U+1D11E", Array(#"["\uDC02\uD802"]"#.utf8)),
    ("i_object_key_lone_2nd_surrogate", Array(#"{"\uDC07":0}"#.utf8)),
    ("i_string_invalid_utf-8", [0x5b, 0x22, 0xfe, 0x22, 0x5d]),
    ("i_string_overlong_sequence_2_bytes", [0x5b, 0x22, 0xc1, 0xbf, 0x22, 0x5d]),
    ("i_string_UTF8_surrogate_U+D800", [0x5b, 0x22, 0xed, 0xa1, 0x80, 0x22, 0x5d]),
    ("i_string_truncated-utf-8", [0x5b, 0x22, 0xe6, 0x9d, 0x22, 0x5d]),
    ("i_string_utf16BE_no_BOM", [0x00, 0x5b, 0x00, 0x5d]),
    ("i_string_UTF-16LE_with_BOM", [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00]),
    (
      "i_structure_500_nested_arrays",
      Array(repeating: 0x5b, count: 500) + Array(repeating: 0x5d, count: 500)
    ),
    ("i_structure_UTF-8_BOM_empty_object", [0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  ]

  /// Texts that the checker of JSON.org accepts and refuses, the latter also by limits of its own.
  static let checker: [(name: String, bytes: [UInt8])] = [
    ("pass0", Array(#"{"list":[1,-2.5e3,"\u00df",{"":null}],"last":[[[[[]]]]]}"#.utf8)),
    ("fail0", Array(#"{"two":1,"#.utf8)), ("fail1", Array("[0e]".utf8)),
    ("fail2_EXCLUDE", Array("\"a string alone\"".utf8)),
  ]

  /// Texts whose values depend on the parser.
  static let values: [(name: String, bytes: [UInt8])] = [
    #"{"a":1,"a":2}"#, #"{"é":1,"e\u0301":2}"#, "[1.0, 1, 10e-1]", "[1000000000000000]",
    "[-9223372036854775808]", "[0.10000000000000001]", #"["\u0000a"]"#, "[5e-324]", "[-0.0]",
    "[1.7976931348623157e308]", #"{"a":{"b":[null,true,false]}}"#,
  ].enumerated().map { ("value\($0.offset)", Array($0.element.utf8)) }
}
