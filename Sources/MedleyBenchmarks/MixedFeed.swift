import Foundation

/// A feed of movies, books and songs, made from a seed: always the same.
struct MixedFeed {
  var count: Int
  /// How many of a thousand elements lack a member that their type needs.
  var brokenPerThousand = 0
  var seed: UInt64 = 1

  private static let words = [
    "the", "of", "night", "silent", "river", "golden", "crown", "shadow", "winter", "paper",
    "garden", "engine", "broken", "distant", "little", "empire", "summer", "stone", "glass",
  ]

  private static let names = [
    "Ada Lovelace", "Grace Hopper", "Alan Turing", "Émile Zola", "Björk", "Søren Kierkegaard",
    "Li Wei", "Quentin \\\"Q\\\" Lee", "Ng", "Akira Kurosawa", "Ursula K. Le Guin", "村上春樹",
  ]

  /// The feed as JSON, an array of objects.
  var json: Data {
    var random = SeededRandom(state: seed)
    var text = "["
    for index in 0..<count {
      if index > 0 { text += "," }
      text += element(index, &random)
    }
    return Data((text + "]").utf8)
  }

  private func element(_ index: Int, _ random: inout SeededRandom) -> String {
    let title = (0...random.number(below: 6))
      .map { _ in Self.words[random.number(below: Self.words.count)] }
      .joined(separator: " ")
    let name = Self.names[random.number(below: Self.names.count)]
    var members = ["\"id\":\(100_000 + index)", "\"title\":\"\(title)\""]
    let tag: String
    switch random.number(below: 3) {
    case 0:
      tag = "MOVIE"
      members += ["\"director\":\"\(name)\"", "\"year\":\(1920 + random.number(below: 105))"]
      members.append("\"rating\":\(Double(random.number(below: 1000)) / 100)")
    case 1:
      tag = "BOOK"
      members += ["\"author\":\"\(name)\"", "\"pages\":\(40 + random.number(below: 1800))"]
      members.append("\"price\":\(Double(random.number(below: 9000)) / 100)")
    default:
      tag = "SONG"
      members += ["\"artist\":\"\(name)\"", "\"seconds\":\(90 + random.number(below: 800))"]
      members.append("\"explicit\":\(random.number(below: 3) == 0)")
    }
    if random.number(below: 1000) < brokenPerThousand { members.remove(at: 1) }
    members.insert("\"type\":\"\(tag)\"", at: random.number(below: members.count + 1))
    return "{\(members.joined(separator: ","))}"
  }
}

/// A generator of numbers that begins at a seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  mutating func number(below limit: Int) -> Int {
    Int(next() % UInt64(limit))
  }
}
