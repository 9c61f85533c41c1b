import TestSupport

/// The shape of a value, as the cases write it: `lossy {string: [@Media]}`.
indirect enum CaseShape: Equatable, Sendable {
  case string
  case int
  case double
  case bool
  case flag

  /// A type of the catalogue.
  case named(String)

  /// An element of the base, after `@`.
  case element(base: String)
  case list(CaseShape)
  case dictionary(key: CaseShape, value: CaseShape)
  case optional(CaseShape)
  case openEnum(String)
  case lossy(CaseShape)
  case lossless(CaseShape)
  case field(CaseShape)
  case wrapper(CaseShape)
  case defaulted(CaseShape, to: JSONTree)
  case composed([CaseShape])

  init(parsing text: String) throws(CaseProblem) {
    var parser = ShapeParser(text)
    self = try parser.parse()
  }
}
