/// A type with fifty optional fields.
struct FiftyFields: Decodable, Hashable {
  var field00: Int?
  var field01: Int?
  var field02: Int?
  var field03: Int?
  var field04: Int?
  var field05: Int?
  var field06: Int?
  var field07: Int?
  var field08: Int?
  var field09: Int?
  var field10: Int?
  var field11: Int?
  var field12: Int?
  var field13: Int?
  var field14: Int?
  var field15: Int?
  var field16: Int?
  var field17: Int?
  var field18: Int?
  var field19: Int?
  var field20: Int?
  var field21: Int?
  var field22: Int?
  var field23: Int?
  var field24: Int?
  var field25: Int?
  var field26: Int?
  var field27: Int?
  var field28: Int?
  var field29: Int?
  var field30: Int?
  var field31: Int?
  var field32: Int?
  var field33: Int?
  var field34: Int?
  var field35: Int?
  var field36: Int?
  var field37: Int?
  var field38: Int?
  var field39: Int?
  var field40: Int?
  var field41: Int?
  var field42: Int?
  var field43: Int?
  var field44: Int?
  var field45: Int?
  var field46: Int?
  var field47: Int?
  var field48: Int?
  var field49: Int?
}

/// A type with two fields, one of which may be repeated.
struct Identified: Decodable, Hashable {
  var id: Int
  var name: String?
}

/// Nested arrays of any depth.
struct Nest: Decodable {
  let inner: [Nest]

  init(from decoder: any Decoder) throws {
    inner = try [Nest](from: decoder)
  }

  /// The depth along the first elements.
  var depth: Int {
    var depth = 1
    var nest = self
    while let inner = nest.inner.first {
      depth += 1
      nest = inner
    }
    return depth
  }
}
