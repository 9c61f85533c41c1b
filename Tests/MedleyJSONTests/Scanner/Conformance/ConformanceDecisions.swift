/// What the engine does with the texts that RFC 8259 leaves to each parser.
///
/// The same list, for readers, is the article *What counts as JSON* of the documentation.
enum ConformanceDecisions {
  struct Decision: Sendable {
    var isAccepted: Bool
    var reason: String
    /// What the message must say, where the text is refused.
    var message = ""
    /// Whether white space in UTF-8 can follow the text.
    var isUTF8 = true
  }

  private static let anyNumber = Decision(
    isAccepted: true,
    reason: "Any digits are JSON; whether a number fits is asked when a type wants it."
  )

  private static let loneSurrogate = Decision(
    isAccepted: false,
    reason: "Half of a surrogate pair is no character, and no Swift string can hold it.",
    message: "surrogate"
  )

  private static let badUTF8 = Decision(
    isAccepted: false,
    reason: "JSON is UTF-8, and no byte of it is replaced in silence.",
    message: "no UTF-8"
  )

  private static let otherEncoding = Decision(
    isAccepted: true,
    reason: "The text is transcoded, as JSONDecoder does.",
    isUTF8: false
  )

  static let all: [String: Decision] = [
    "i_number_double_huge_neg_exp": anyNumber,
    "i_number_huge_exp": anyNumber,
    "i_number_neg_int_huge_exp": anyNumber,
    "i_number_pos_double_huge_exp": anyNumber,
    "i_number_real_neg_overflow": anyNumber,
    "i_number_real_pos_overflow": anyNumber,
    "i_number_real_underflow": anyNumber,
    "i_number_too_big_neg_int": anyNumber,
    "i_number_too_big_pos_int": anyNumber,
    "i_number_very_big_negative_int": anyNumber,
    "i_object_key_lone_2nd_surrogate": loneSurrogate,
    "i_string_1st_surrogate_but_2nd_missing": loneSurrogate,
    "i_string_1st_valid_surrogate_2nd_invalid": loneSurrogate,
    "i_string_incomplete_surrogate_and_escape_valid": loneSurrogate,
    "i_string_incomplete_surrogate_pair": loneSurrogate,
    "i_string_incomplete_surrogates_escape_valid": loneSurrogate,
    "i_string_invalid_lonely_surrogate": loneSurrogate,
    "i_string_invalid_surrogate": loneSurrogate,
    "i_string_inverted_surrogates_U+1D11E": loneSurrogate,
    "i_string_lone_second_surrogate": loneSurrogate,
    "i_string_UTF-8_invalid_sequence": badUTF8,
    "i_string_UTF8_surrogate_U+D800": badUTF8,
    "i_string_invalid_utf-8": badUTF8,
    "i_string_iso_latin_1": badUTF8,
    "i_string_lone_utf8_continuation_byte": badUTF8,
    "i_string_not_in_unicode_range": badUTF8,
    "i_string_overlong_sequence_2_bytes": badUTF8,
    "i_string_overlong_sequence_6_bytes": badUTF8,
    "i_string_overlong_sequence_6_bytes_null": badUTF8,
    "i_string_truncated-utf-8": badUTF8,
    "i_string_UTF-16LE_with_BOM": otherEncoding,
    "i_string_utf16BE_no_BOM": otherEncoding,
    "i_string_utf16LE_no_BOM": otherEncoding,
    "i_structure_500_nested_arrays": Decision(
      isAccepted: true,
      reason: "The limit is 512 levels."
    ),
    "i_structure_UTF-8_BOM_empty_object": Decision(
      isAccepted: true,
      reason: "RFC 8259 §8.1 lets a parser ignore a byte order mark."
    ),
  ]
}
