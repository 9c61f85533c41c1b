import Foundation

/// Small objects and values for the types that wrap a property, made from a seed.
enum WrapperDocuments {
  private static func array(
    _ count: Int,
    _ element: (Int, inout SeededRandom) -> String
  ) -> Data {
    var random = SeededRandom(state: 10)
    return Data("[\((0..<count).map { element($0, &random) }.joined(separator: ","))]".utf8)
  }

  /// Raw values, of which one in ten isn't among the eight that are known.
  static func genres(_ count: Int) -> Data {
    let known = [
      "DRAMA", "COMEDY", "HORROR", "WESTERN", "ROMANCE", "THRILLER", "ANIMATION", "DOCUMENTARY",
    ]
    return array(count) { index, random in
      index % 10 == 9 ? "\"GENRE_\(index)\"" : "\"\(random.pick(known))\""
    }
  }

  /// Objects of which one in a hundred has text for a number, and another one text in a list.
  static func listings(_ count: Int) -> Data {
    array(count) { index, random in
      let stars = index % 100 == 7 ? "\"many\"" : index % 3 == 0 ? "null" : "\(index % 6)"
      let years = (0..<5).map { year in
        index % 100 == 57 && year == 2 ? "\"then\"" : "\(1920 + random.number(below: 105))"
      }
      return """
        {"id":\(100_000 + index),"stars":\(stars),"years":[\(years.joined(separator: ","))]}
        """
    }
  }

  /// Objects in which every other number is text.
  static func prices(_ count: Int) -> Data {
    array(count) { index, random in
      let quote = index % 2 == 0 ? "" : "\""
      let price = Double(random.number(below: 9000)) / 100
      return """
        {"id":\(quote)\(100_000 + index)\(quote),"title":"A title of number \(index)",\
        "price":\(quote)\(price)\(quote)}
        """
    }
  }

  /// Objects in which every other member is absent or null.
  static func views(_ count: Int) -> Data {
    array(count) { index, random in
      let views = ["", ",\"views\":null", ",\"views\":7", ",\"views\":\(index)"]
      let pinned = random.number(below: 2) == 0 ? "" : ",\"isPinned\":\(index % 3 == 0)"
      return "{\"id\":\(100_000 + index)\(random.pick(views))\(pinned)}"
    }
  }

  /// Objects in which a member is absent, null or a value.
  static func patches(_ count: Int) -> Data {
    array(count) { index, random in
      let name = random.pick(["", ",\"name\":null", ",\"name\":\"Grace Hopper \(index)\""])
      let age = random.pick(["", ",\"age\":null", ",\"age\":\(index % 100)"])
      return "{\"id\":\(100_000 + index)\(name)\(age)}"
    }
  }

  /// Objects with ten elements of the mixed feed each.
  static func pages(_ count: Int) -> Data {
    let shelf = String(decoding: MixedFeed(count: 10, tagPlace: .first).json, as: UTF8.self)
    return array(count) { index, _ in "{\"number\":\(index),\"shelf\":\(shelf)}" }
  }
}
