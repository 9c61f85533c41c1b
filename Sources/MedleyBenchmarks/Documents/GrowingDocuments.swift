import Foundation

/// Documents that would be slow where something isn't linear in the input.
enum GrowingDocuments {
  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  /// One object with so many members, none of which any type asks for.
  static func manyKeys(_ count: Int) -> Data {
    Data("{\(list(count) { "\"member_\($0)\":\($0)" })}".utf8)
  }

  /// One object with the same member again and again.
  static func sameKey(_ count: Int) -> Data {
    Data("{\(list(count) { "\"id\":\($0)" })}".utf8)
  }

  static func empties(_ count: Int) -> Data {
    Data("[\(list(count) { _ in "[]" })]".utf8)
  }

  static func escapes(_ count: Int) -> Data {
    let escapes = ["\\n", "\\u00e9", "\\\"", "\\ud83d\\ude00", "\\\\", "\\u0041"]
    return Data("[\"\((0..<count).map { escapes[$0 % 6] }.joined())\"]".utf8)
  }

  static func oneString(_ count: Int) -> Data {
    Data("[\"\(String(repeating: "abcdefghij", count: count / 10))\"]".utf8)
  }

  /// Numbers, and one string for each where a number is asked for.
  static func badScalars(_ count: Int) -> Data {
    Data("[\(list(count) { "\($0),\"wrong\"" })]".utf8)
  }

  /// Arrays in arrays, each so deep, with so many brackets in all.
  static func nested(_ count: Int, depth: Int) -> Data {
    let one = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    return Data("[\(list(max(1, count / depth)) { _ in one })]".utf8)
  }
}
