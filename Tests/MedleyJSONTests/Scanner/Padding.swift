/// White space behind a text, which JSON allows.
///
/// The scanner reads many bytes at once where it is far from the end of a document. With white space
/// behind it, a text of any length is scanned so. Without, a short one is copied, with zeros behind
/// it; after the white space of ``lead``, it is at the end of a document that isn't copied.
enum Padding: CaseIterable, Sendable {
  case none
  case spaces
  case newlines

  var bytes: [UInt8] {
    switch self {
    case .none: []
    case .spaces: Array(repeating: UInt8(ascii: " "), count: 200)
    case .newlines: Array(repeating: UInt8(ascii: "\n"), count: 200)
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// White space longer than the documents that are copied.
  static let lead = String(repeating: " ", count: 2050)
}
