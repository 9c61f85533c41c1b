import Foundation

extension Comparisons {
  /// What clients of an API have: small elements, whose enum states its payloads with a `switch`.
  static func clients(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    let clients = [
      ClientKey.plans, ClientStoredTag.plans, ClientAdjacent.plans, ClientNamedByTag.plans,
      ClientTwoForms.plans, ClientMember.plans, ClientPatterns.plans, ClientScalars.plans,
      ClientFirstMatch.plans, ClientDeduced.plans, ClientFields.plans, ClientExtracting.plans,
      ClientLibrary.plans, ClientSnakeCase.plans, ClientGeneric.plans, ClientOwnJSON.plans,
    ]
    return clients.flatMap { $0(count) }
  }
}

/// The elements that all clients share.
enum Client {
  struct Text: Codable {
    let id: Int
    let text: String
  }

  struct Image: Codable {
    let id: Int
    let url: String
  }

  struct Poll: Codable {
    let id: Int
    let isOpen: Bool
  }

  /// What an element is made of.
  struct Element {
    let id: Int
    /// 0 for a text, 1 for an image, and 2 for a poll.
    let kind: Int
    let words: String

    var tag: String { ["text", "image", "poll"][kind] }

    /// The members of the payload, such as `"id":1,"text":"Hi"`.
    var members: String {
      switch kind {
      case 0: "\"id\":\(id),\"text\":\"\(words)\""
      case 1: "\"id\":\(id),\"url\":\"https://example.com/\(id).png\""
      default: "\"id\":\(id),\"isOpen\":\(words.utf8.count % 2 == 0)"
      }
    }
  }

  /// An array of elements, which a function brings into the client's form.
  static func feed(_ count: Int, kinds: Int = 3, of form: (Element) -> String) -> Data {
    var random = SeededRandom(state: 21)
    let words = ["Hi", "Are you there?", "See you at noon", "Grüße", "Yes", "I'll be late, sorry"]
    let elements = (0..<count).map { index in
      let kind = random.number(below: kinds)
      return form(Element(id: 100_000 + index, kind: kind, words: random.pick(words)))
    }
    return Data("[\(elements.joined(separator: ","))]".utf8)
  }

  /// A client by hand and with Medley, which decode and encode one feed.
  static func plans<Hand: Codable, Made: Codable>(
    _ name: String,
    _ count: Int,
    _ hand: Hand.Type,
    _ made: Made.Type,
    kinds: Int = 3,
    coders: ByHand<Hand, Made>.Coders = .init(),
    of form: @escaping (Element) -> String
  ) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Made>(
      name: "client, \(name)",
      count: count,
      coders: coders,
      handCoders: coders
    ) {
      feed(count, kinds: kinds, of: form)
    }
    return [comparison.decoding, comparison.encoding]
  }
}
