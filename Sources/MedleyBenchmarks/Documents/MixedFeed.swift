import Foundation

/// A feed of movies, books and songs, generated from a seed.
struct MixedFeed {
  var count: Int
  var tagPlace = TagPlace.random
  /// The tags; the index modulo three gives the type.
  var tags = ["MOVIE", "BOOK", "SONG"]
  /// The number of types that occur.
  var kinds = 3
  /// The number of elements in a thousand without a required member.
  var brokenPerThousand = 0
  /// The number of elements in a thousand with an unregistered tag of the same length.
  var unknownPerThousand = 0
  var seed: UInt64 = 1

  /// The position of the tag in an element.
  enum TagPlace: String {
    case first
    case middle
    case last
    case random
  }

  private static let words = [
    "the", "of", "night", "silent", "river", "golden", "crown", "shadow", "winter", "paper",
    "garden", "engine", "broken", "distant", "little", "empire", "summer", "stone", "glass",
  ]

  private static let names = [
    "Ada Lovelace", "Grace Hopper", "Alan Turing", "Émile Zola", "Björk", "Søren Kierkegaard",
    "Li Wei", "Quentin \\\"Q\\\" Lee", "Ng", "Akira Kurosawa", "Ursula K. Le Guin", "村上春樹",
  ]

  /// What an element is made of.
  struct Element {
    let tag: String
    /// Such as `"id":100000`.
    var members: [String]
    /// Where among the members a tag would stand.
    let tagPlace: Int
  }

  /// The feed as JSON, an array of objects with the tag among their members.
  var json: Data {
    json { element in
      var members = element.members
      members.insert("\"type\":\"\(element.tag)\"", at: element.tagPlace)
      return Self.object(members)
    }
  }

  /// The feed in another form, which a function brings each element into.
  func json(of form: (Element) -> String) -> Data {
    var random = SeededRandom(state: seed)
    var text = "["
    for index in 0..<count {
      if index > 0 { text += "," }
      text += form(element(index, &random))
    }
    return Data((text + "]").utf8)
  }

  static func object(_ members: [String]) -> String {
    "{\(members.joined(separator: ","))}"
  }

  /// An element; a seed gives the same random numbers for all options.
  private func element(_ index: Int, _ random: inout SeededRandom) -> Element {
    let title = (0...random.number(below: 6)).map { _ in random.pick(Self.words) }
      .joined(separator: " ")
    let name = random.pick(Self.names)
    let row = random.number(below: tags.count / 3) * 3 + random.number(below: 3) % kinds
    var members = ["\"id\":\(100_000 + index)", "\"title\":\"\(title)\""]
    switch row % 3 {
    case 0:
      members += ["\"director\":\"\(name)\"", "\"year\":\(1920 + random.number(below: 105))"]
      members.append("\"rating\":\(Double(random.number(below: 1000)) / 100)")
    case 1:
      members += ["\"author\":\"\(name)\"", "\"pages\":\(40 + random.number(below: 1800))"]
      members.append("\"price\":\(Double(random.number(below: 9000)) / 100)")
    default:
      members += ["\"artist\":\"\(name)\"", "\"seconds\":\(90 + random.number(below: 800))"]
      members.append("\"explicit\":\(random.number(below: 3) == 0)")
    }
    if random.chance(of: brokenPerThousand) { members.remove(at: 1) }
    let isUnknown = random.chance(of: unknownPerThousand)
    let tag = isUnknown ? String(tags[row].reversed()) : tags[row]
    let anywhere = random.number(below: members.count + 1)
    let place =
      switch tagPlace {
      case .first: 0
      case .middle: members.count / 2
      case .last: members.count
      case .random: anywhere
      }
    return Element(tag: tag, members: members, tagPlace: place)
  }
}
