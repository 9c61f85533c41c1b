extension KeyedDecodingContainer {
  /// The `userInfo` of the decoder of this container, or empty if it can't be read.
  ///
  /// It is read through a member. In an object without known members, it is read through
  /// `superDecoder()`, except with decoders that trap there, such as TOMLKit's.
  var userInfo: [CodingUserInfoKey: Any] {
    for key in allKeys.prefix(1) {
      if let probe = try? decode(DecoderProbe.self, forKey: key) { return probe.decoder.userInfo }
    }
    let isSafe = ["<Foundation", "<Medley", "<Yams"].contains {
      implementation.parted(at: $0) != nil
    }
    return isSafe ? (try? superDecoder().userInfo) ?? [:] : [:]
  }

  /// Whether the members come in the order of a hash table.
  var isUnordered: Bool {
    implementation.parted(at: "<Foundation") != nil
  }

  /// The name of the type behind this container, with that of its module.
  private var implementation: String {
    Mirror(reflecting: self).children.first.map { String(reflecting: type(of: $0.value)) } ?? ""
  }
}
