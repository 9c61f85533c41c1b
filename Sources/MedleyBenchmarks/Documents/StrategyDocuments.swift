import Foundation

/// Documents whose keys, dates and data need a strategy, made from a seed.
enum StrategyDocuments {
  static func members(_ count: Int) -> Data {
    var random = SeededRandom(state: 11)
    let members = (0..<count).map { index in
      """
      {"member_id":\(100_000 + index),"full_name":"Ada Lovelace \(index)",\
      "is_active":\(index % 3 != 0),"login_count":\(random.number(below: 5000)),\
      "last_seen_at":"2026-0\(1 + index % 9)-11T08:30:00Z"}
      """
    }
    return Data("[\(members.joined(separator: ","))]".utf8)
  }

  /// An object of 316 bytes.
  static let account = Data(
    """
    {"account_id":100042,"display_name":"Ada King of Lovelace",\
    "email_address":"ada.king@analytical.example.org","phone_number":null,\
    "created_at":"2015-12-10","updated_at":"2026-07-01T08:30:00Z","is_verified":true,\
    "followers_count":184,"following_count":311,\
    "profile_image_url":"https://images.example.org/p/100042.jpg"}
    """.utf8
  )

  /// So many texts or numbers that are dates, each as a function writes it.
  static func dates(_ count: Int, as text: (Date) -> String) -> Data {
    var random = SeededRandom(state: 12)
    let texts = (0..<count).map { _ in
      text(Date(timeIntervalSince1970: Double(random.number(below: 2_000_000_000))))
    }
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }

  /// So many pieces of data of 48 bytes, each as a function writes it.
  static func data(_ count: Int, as text: (Data) -> String) -> Data {
    var random = SeededRandom(state: 13)
    let texts = (0..<count).map { _ in
      text(Data((0..<48).map { _ in UInt8(random.number(below: 256)) }))
    }
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }
}
