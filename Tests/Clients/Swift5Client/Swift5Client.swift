import Foundation

/// A client in the Swift 5 language mode, without upcoming features.
///
/// It is built with warnings as errors, and stops where a result isn't as expected.
@main
enum Swift5Client {
  static func main() async throws {
    try Registering.check()
    try Items.check()
    try Properties.check()
    try Libraries.check()
    try OpenEnums.check()
    try Compositions.check()
    try Fields.check()
    try Dates.check()
    try await Reports.check()
    print("Medley in the Swift 5 language mode: passed")
  }
}

/// Stops the program if a condition doesn't hold.
func expect(_ condition: Bool, file: StaticString = #file, line: UInt = #line) {
  precondition(condition, "not as expected", file: file, line: line)
}

extension JSONDecoder {
  func decode<Value: Decodable>(_ type: Value.Type, json: String) throws -> Value {
    try decode(type, from: Data(json.utf8))
  }
}

extension JSONEncoder {
  func text<Value: Encodable>(_ value: Value) throws -> String {
    outputFormatting = .sortedKeys
    return String(decoding: try encode(value), as: UTF8.self)
  }
}
