/// A document of a screen: what is shown of it, and what is reported.
struct FallbackCase: Sendable {
  let screen: Screen
  let name: String
  /// A list of cards, in which `T` is a text, and `N` an element of a type that isn't registered.
  let document: String
  /// The cards that are shown.
  let shown: String
  let issues: [String]

  init(
    _ screen: Screen,
    _ name: String,
    _ document: String,
    _ shown: String,
    _ issues: [String] = []
  ) {
    self.screen = screen
    self.name = name
    self.document = document
    self.shown = shown
    self.issues = issues
  }

  /// The JSON of the document.
  var json: String {
    let types = [
      "{T,": #"{"type":"TEXT","text":"t","#, "{T}": #"{"type":"TEXT","text":"t"}"#,
      "{U}": #"{"type":"TEXT","text":"u"}"#, "{X}": #"{"type":"TEXT"}"#, "{X,": #"{"type":"TEXT","#,
      "{N}": #"{"type":"NEW"}"#, "{N,": #"{"type":"NEW","#, "{M,": #"{"type":"NEWER","#,
      "{R,": #"{"type":"ROW","#, "{F,": #"{"type":"FRAME","#,
      "{C3": #"{"type":"CAROUSEL","pages":2,"minVersion":3"#,
      "{C4": #"{"type":"CAROUSEL","pages":2,"minVersion":4"#, "else:": #""fallback":"#,
      "cards:": #""cards":"#, "card:": #""card":"#,
    ]
    return types.keys.sorted { $0.count > $1.count }.reduce("[\(document)]") { text, key in
      text.split(separator: key, omittingEmptySubsequences: false)
        .joined(separator: types[key] ?? key)
    }
  }
}

extension FallbackCase {
  /// Rules of Adaptive Cards: https://adaptivecards.io/explorer/AdaptiveCard.html (`fallback` and
  /// `requires`), and of paywalls whose components have nested fallbacks.
  static let all = own + chains + known + requirements + parents + strict

  private static let own = [
    Self(.fallbacks, "known", "{T}", "t"),
    Self(.fallbacks, "known, with a fallback that isn't needed", "{T,else:{U}}", "t"),
    Self(.fallbacks, "known, with a fallback that wouldn't decode", "{T,else:{X}}", "t"),
    Self(.fallbacks, "unknown, without a fallback", "{N}", ""),
    Self(.fallbacks, "unknown, with a fallback", "{N,else:{T}}", "t", ["[0] replaced by TEXT"]),
    Self(.fallbacks, "unknown, dropped", #"{N,else:"drop"}"#, ""),
    Self(.fallbacks, "unknown, with another string", #"{N,else:"none"}"#, ""),
    Self(.fallbacks, "unknown, with null", "{N,else:null}", ""),
    Self(.fallbacks, "unknown, with a number", "{N,else:7}", "", ["[0] kept"]),
    Self(.fallbacks, "unknown, with a list", "{N,else:[{T}]}", "", ["[0] kept"]),
    Self(.fallbacks, "unknown, with an object without a tag", "{N,else:{}}", "", ["[0] kept"]),
    Self(
      .fallbacks,
      "several elements keep their order",
      "{T},{N},{N,else:{U}},{X},{T}",
      "t,u,t",
      ["[2] replaced by TEXT", "[3] kept"]
    ),
  ]

  private static let chains = [
    Self(.fallbacks, "a fallback that is unknown", "{N,else:{M,\"a\":1}}", ""),
    Self(
      .fallbacks,
      "a fallback of a fallback",
      "{N,else:{M,else:{T}}}",
      "t",
      ["[0].fallback replaced by TEXT", "[0] replaced by TEXT"]
    ),
    Self(
      .fallbacks,
      "a fallback of a fallback of a fallback",
      "{N,else:{M,else:{N,else:{T}}}}",
      "t",
      [
        "[0].fallback.fallback replaced by TEXT", "[0].fallback replaced by TEXT",
        "[0] replaced by TEXT",
      ]
    ),
    Self(.fallbacks, "a fallback that is dropped", #"{N,else:{M,else:"drop"}}"#, ""),
    Self(.fallbacks, "a fallback that doesn't decode", "{N,else:{X}}", "", ["[0].fallback kept"]),
    Self(
      .fallbacks,
      "a fallback that doesn't decode and has one",
      "{N,else:{X,else:{T}}}",
      "t",
      ["[0].fallback replaced by TEXT", "[0] replaced by TEXT"]
    ),
    Self(
      .fallbacks,
      "a row as the fallback",
      "{N,else:{R,cards:[{T},{U}]}}",
      "row(t,u)",
      ["[0] replaced by ROW"]
    ),
  ]

  private static let known = [
    Self(.fallbacks, "malformed, without a fallback", "{X}", "", ["[0] kept"]),
    Self(.fallbacks, "malformed, with a fallback", "{X,else:{T}}", "t", ["[0] replaced by TEXT"]),
    Self(.fallbacks, "malformed, dropped", #"{X,else:"drop"}"#, "", ["[0] kept"]),
    Self(
      .fallbacks,
      "malformed deep inside",
      #"{"type":"ROW","cards":"many",else:{T}}"#,
      "t",
      ["[0] replaced by TEXT"]
    ),
    Self(.fallbacks, "an unknown child", "{R,cards:[{T},{N}]}", "row(t)"),
    Self(
      .fallbacks,
      "an unknown child with a fallback",
      "{R,cards:[{N,else:{T}},{U}]}",
      "row(t,u)",
      ["[0].cards[0] replaced by TEXT"]
    ),
    Self(
      .fallbacks,
      "a malformed child with a fallback",
      "{R,cards:[{T},{X,else:{U}}]}",
      "row(t,u)",
      ["[0].cards[1] replaced by TEXT"]
    ),
    Self(
      .fallbacks,
      "unknown inside known inside unknown",
      "{N,else:{R,cards:[{T},{N,else:{U}}]}}",
      "row(t,u)",
      ["[0].fallback.cards[1] replaced by TEXT", "[0] replaced by ROW"]
    ),
    Self(
      .fallbacks,
      "a child that doesn't decode, in a fallback",
      "{N,else:{F,card:{X}}}",
      "frame()",
      ["[0].fallback.card kept", "[0] replaced by FRAME"]
    ),
    Self(
      .fallbacks,
      "a list of children that is missing",
      "{R,else:{R,cards:[{T}]}}",
      "row(t)",
      ["[0] replaced by ROW"]
    ),
    Self(
      .fallbacks,
      "the child's fallback isn't the parent's",
      "{R,cards:[{N}],else:{T}}",
      "row()"
    ),
  ]

  private static let requirements = [
    Self(.fallbacks, "a requirement that is met", "{C3}", "carousel(2)"),
    Self(.fallbacks, "met, with a fallback", "{C3,else:{T}}", "carousel(2)"),
    Self(.fallbacks, "no requirement", #"{"type":"CAROUSEL","pages":1}"#, "carousel(1)"),
    Self(
      .fallbacks,
      "a requirement of another kind",
      #"{"type":"CAROUSEL","pages":1,"minVersion":"4"}"#,
      "carousel(1)"
    ),
    Self(.fallbacks, "not met, without a fallback", "{C4}", "", ["[0] kept"]),
    Self(.fallbacks, "not met, with a fallback", "{C4,else:{T}}", "t", ["[0] replaced by TEXT"]),
    Self(.fallbacks, "not met, dropped", #"{C4,else:"drop"}"#, "", ["[0] kept"]),
    Self(
      .fallbacks,
      "not met, with a fallback that is met",
      "{C4,else:{C3}}",
      "carousel(2)",
      ["[0] replaced by CAROUSEL"]
    ),
    Self(
      .fallbacks,
      "not met, with a fallback that isn't either",
      "{C4,else:{C4,else:{T}}}",
      "t",
      ["[0].fallback replaced by TEXT", "[0] replaced by TEXT"]
    ),
    Self(
      .fallbacks,
      "not met, and it wouldn't decode",
      #"{"type":"CAROUSEL","minVersion":4,else:{T}}"#,
      "t",
      ["[0] replaced by TEXT"]
    ),
    Self(
      .fallbacks,
      "met, and it doesn't decode",
      #"{"type":"CAROUSEL","minVersion":3,else:{T}}"#,
      "t",
      ["[0] replaced by TEXT"]
    ),
    Self(.fallbacks, "not met in a row", "{R,cards:[{C4},{T}]}", "row(t)", ["[0].cards[0] kept"]),
  ]

  private static let parents = [
    Self(
      .parents,
      "the parent's fallback, for an unknown child",
      "{R,cards:[{T},{N}],else:{U}}",
      "u",
      ["[0] replaced by TEXT"]
    ),
    Self(
      .parents,
      "the parent's fallback, for a malformed child",
      "{R,cards:[{T},{X}],else:{U}}",
      "u",
      ["[0] replaced by TEXT"]
    ),
    Self(
      .parents,
      "the parent's fallback, for a requirement that isn't met",
      "{F,card:{C4},else:{U}}",
      "u",
      ["[0] replaced by TEXT"]
    ),
    Self(
      .parents,
      "the child's own fallback comes first",
      "{R,cards:[{N,else:{T}}],else:{U}}",
      "row(t)",
      ["[0].cards[0] replaced by TEXT"]
    ),
    Self(
      .parents,
      "a child that is dropped",
      #"{R,cards:[{T},{N,else:"drop"}],else:{U}}"#,
      "row(t)"
    ),
    Self(.parents, "no fallback anywhere", "{R,cards:[{T},{N}]}", "row(t)"),
    Self(.parents, "no parent", "{N},{T}", "t"),
    Self(
      .parents,
      "the fallback of the parent's parent",
      "{R,cards:[{T},{F,card:{N}}],else:{U}}",
      "u",
      ["[0] replaced by TEXT"]
    ),
    Self(
      .parents,
      "the nearest parent's fallback",
      "{R,cards:[{T},{F,card:{N},else:{U}}],else:{N}}",
      "row(t,u)",
      ["[0].cards[1] replaced by TEXT"]
    ),
    Self(
      .parents,
      "a child's fallback that fails",
      "{R,cards:[{N,else:{X}}],else:{U}}",
      "u",
      ["[0] replaced by TEXT"]
    ),
    Self(
      .parents,
      "a parent that is dropped with its child",
      #"{R,cards:[{N}],else:"drop"}"#,
      "",
      ["[0] kept"]
    ),
    Self(
      .parents,
      "a parent whose fallback has a child without one",
      "{R,cards:[{N}],else:{R,cards:[{N},{T}]}}",
      "row(t)",
      ["[0] replaced by ROW"]
    ),
    Self(.parents, "a fallback of no use stays unused", "{R,cards:[{T}],else:{U}}", "row(t)"),
  ]

  private static let strict = [
    Self(.unknownOnly, "a fallback that throws", "{N,else:{X}}", "", ["[0] kept"]),
    Self(.unknownOnly, "an unknown one", "{N,else:{T}}", "t", ["[0] replaced by TEXT"]),
    Self(
      .unknownOnly,
      "a fallback with a child that throws",
      "{N,else:{F,card:{X}}}",
      "",
      ["[0] kept"]
    ),
  ]
}
