/// JSON with white space, as programs write it that people read.
///
/// Members and elements have lines of their own, an object that is empty hasn't.
struct IndentedText {
  /// The spaces of a level.
  var spaces: Int

  func text(of json: String) -> String {
    var text: [UInt8] = []
    var depth = 0
    var (isString, isEscaped) = (false, false)
    var last: UInt8 = 0
    func newLine() {
      text.append(UInt8(ascii: "\n"))
      text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * spaces))
    }
    for byte in json.utf8 {
      if isString {
        text.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        last = byte
        continue
      }
      let opens = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if !opens { newLine() }
      default:
        if opens { newLine() }
        isString = byte == UInt8(ascii: "\"")
      }
      text.append(byte)
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","): newLine()
      case UInt8(ascii: ":"): text.append(UInt8(ascii: " "))
      default: break
      }
      last = byte
    }
    return String(decoding: text, as: UTF8.self)
  }
}
