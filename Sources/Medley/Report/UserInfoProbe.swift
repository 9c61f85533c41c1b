/// Takes what a decoder was given, where only one of its containers is at hand.
private struct UserInfoProbe: Decodable {
  let userInfo: [CodingUserInfoKey: Any]

  init(from decoder: any Decoder) {
    userInfo = decoder.userInfo
  }
}

extension KeyedDecodingContainer {
  /// What the decoder of this container was given, as far as the container shows it.
  ///
  /// A member that is there shows it. In an object without any that the keys know, decoders whose
  /// `superDecoder()` is safe are asked for that: TOMLKit's traps.
  var userInfo: [CodingUserInfoKey: Any] {
    for key in allKeys.prefix(1) {
      if let probe = try? decode(UserInfoProbe.self, forKey: key) { return probe.userInfo }
    }
    let isSafe = ["<Foundation", "<Medley", "<Yams"].contains { implementation.contains($0) }
    return isSafe ? (try? superDecoder().userInfo) ?? [:] : [:]
  }

  /// Whether the members come in the order of a hash table.
  var isUnordered: Bool {
    implementation.contains("<Foundation")
  }

  /// The name of the type behind this container, with that of its module.
  private var implementation: String {
    Mirror(reflecting: self).children.first.map { String(reflecting: type(of: $0.value)) } ?? ""
  }
}
