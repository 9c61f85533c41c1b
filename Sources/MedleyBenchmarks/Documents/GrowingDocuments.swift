import Foundation
import Medley

/// Documents that are slow to decode if an algorithm isn't linear in its input.
enum GrowingDocuments {
  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  /// One object with `count` unused members.
  static func manyKeys(_ count: Int) -> Data {
    Data("{\(list(count) { "\"member_\($0)\":\($0)" })}".utf8)
  }

  /// One object with the same member many times.
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

  /// Numbers, and as many strings in place of numbers.
  static func badScalars(_ count: Int) -> Data {
    Data("[\(list(count) { "\($0),\"wrong\"" })]".utf8)
  }

  /// Nested arrays of a given depth and total number of brackets.
  static func nested(_ count: Int, depth: Int) -> Data {
    let one = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    return Data("[\(list(max(1, count / depth)) { _ in one })]".utf8)
  }

  // MARK: - Elements that fail

  /// Small objects.
  static func objects(_ count: Int) -> Data {
    Data("[\(list(count) { "{\"a\":\($0)}" })]".utf8)
  }

  /// Elements with unregistered tags that are similar to registered ones.
  static func unknown(_ count: Int) -> Data {
    Data("[\(list(count) { "{\"type\":\"TIPE_\($0)0\"}" })]".utf8)
  }

  /// Nested elements of a given depth.
  static func deepElements(_ count: Int, depth: Int) -> Data {
    let one =
      String(repeating: #"{"type":"N","child":"#, count: depth) + "{}"
      + String(repeating: "}", count: depth)
    return Data("[\(list(count) { _ in one })]".utf8)
  }

  /// Nested elements, each an array of tag and payload.
  static func wrapped(depth: Int) -> Data {
    Data(
      (String(repeating: #"["N",{"child":"#, count: depth) + "null"
        + String(repeating: "}]", count: depth)).utf8
    )
  }

  /// Nested lists with an invalid element in each.
  static func lists(depth: Int) -> Data {
    Data(
      (String(repeating: #"{"children":[5,"#, count: depth) + #"{"children":[]}"#
        + String(repeating: "]}", count: depth)).utf8
    )
  }

  /// Nested objects around a number.
  static func value(_ depth: Int, _ number: Int64) -> PayloadValue {
    (0..<depth).reduce(.integer(number)) { value, _ in ["a": value] }
  }
}
