import Foundation

/// Documents with one kind of content each, generated from a seed.
enum SmallDocuments {
  private static func array(_ count: Int, _ element: (Int) -> String) -> Data {
    Data("[\((0..<count).map(element).joined(separator: ","))]".utf8)
  }

  // MARK: - Recursion

  /// Trees with `count` nodes in total, each six levels deep with three children per node.
  static func branches(_ count: Int) -> Data {
    func branch(_ index: Int, depth: Int) -> String {
      let children = depth == 0 ? [] : (0..<3).map { branch($0, depth: depth - 1) }
      return """
        {"name":"branch \(index)","weight":\(index * depth),\
        "children":[\(children.joined(separator: ","))]}
        """
    }
    return array(max(1, count / 1093)) { branch($0, depth: 6) }
  }

  /// Expressions with `count` nodes in total, each seventy levels deep.
  static func expressions(_ count: Int) -> Data {
    array(max(1, count / 200)) { index in
      (0..<70).reduce("{\"number\":{\"value\":\(index)}}") { inner, level in
        level % 3 == 0
          ? "{\"negation\":{\"of\":\(inner)}}"
          : "{\"sum\":{\"left\":\(inner),\"right\":{\"number\":{\"value\":\(level)}}}}"
      }
    }
  }

  // MARK: - Dictionaries

  static func dictionary(_ count: Int) -> Data {
    var random = SeededRandom(state: 5)
    let members = (0..<count).map { "\"member_\($0)\":\(random.number(below: 1_000_000))" }
    return Data("{\(members.joined(separator: ","))}".utf8)
  }

  static func smallDictionaries(_ count: Int) -> Data {
    var random = SeededRandom(state: 6)
    return array(count) { index in
      let members = (0..<5).map { "\"key\($0 + index % 3)\":\(random.number(below: 1000))" }
      return "{\(members.joined(separator: ","))}"
    }
  }

  // MARK: - Numbers

  static func integers(_ count: Int) -> Data {
    var random = SeededRandom(state: 7)
    // One to eighteen digits.
    return array(count) { _ in
      let digits = 1 + random.number(below: 18)
      let limit = (0..<digits).reduce(1) { limit, _ in limit * 10 }
      return String(random.number(below: limit) - limit / 2)
    }
  }

  static func doubles(_ count: Int) -> Data {
    var random = SeededRandom(state: 8)
    return array(count) { index in
      let number = Double(random.number(below: 1 << 53))
      return index % 2 == 0 ? String(number / 1e12) : String(Double(Int(number) % 100_000) / 100)
    }
  }

  static func readings(_ count: Int) -> Data {
    var random = SeededRandom(state: 9)
    return array(count) { index in
      """
      {"time":\(1_700_000_000 + index),"sequence":\(UInt64.max - UInt64(index)),\
      "channel":\(random.number(below: 256)),"offset":\(random.number(below: 4000) - 2000),\
      "temperature":\(Double(random.number(below: 4000)) / 100),\
      "pressure":\(Double(random.number(below: 1_100_000)) / 1000),\
      "humidity":\(Double(random.number(below: 1000)) / 10),\
      "voltage":\(Double(random.number(below: 1_000_000)) / 1e7)}
      """
    }
  }

  // MARK: - Text

  static func contacts(_ count: Int) -> Data {
    array(count) { index in
      """
      {"givenName":"Given \(index)","familyName":"Family name \(index)",\
      "street":"\(index) Long Street with a Long Name","city":"São Paulo","country":"Brazil",\
      "email":"given.family.\(index)@mail.example.com",\
      "notes":"Called twice.\\nWants a \\"quote\\" for item \(index) before the end of the month."}
      """
    }
  }

  static func texts(_ count: Int, _ text: Text) -> Data {
    array(count) { "\"\(text.sample(number: $0))\"" }
  }

  /// The parts of strings.
  enum Text: String, CaseIterable {
    case shortASCII = "short ASCII"
    case longASCII = "long ASCII"
    case escaped
    case latin = "Latin with accents"
    case nonLatin = "non-Latin"
    case emoji = "emoji by escapes"

    func sample(number: Int) -> String {
      switch self {
      case .shortASCII: "item \(number)"
      case .longASCII:
        "\(number): "
          + String(repeating: "the quick brown fox jumps over the lazy dog, ", count: 10)
      case .escaped:
        String(repeating: "a \\\"quoted\\\" word\\n\\tand a path C:\\\\dir\\/\(number) ", count: 3)
      case .latin: "Ein Gruß aus Köln, déjà vu à la crème, señor \(number)"
      case .nonLatin: "今日はとてもいい天気ですね、ありがとうございます \(number) привет, мир"
      case .emoji: "\\ud83d\\ude00 \\u4f60\\u597d \\u00e9\\u00e8 \(number)"
      }
    }
  }
}
