/// The kinds of scalar that a tag, or a part of one, may be.
enum ScalarKind: CaseIterable, Sendable {
  case string
  case integer
  case boolean

  init?(_ tag: TypeTag) {
    switch tag {
    case .string: self = .string
    case .integer: self = .integer
    case .boolean: self = .boolean
    case .compound: return nil
    }
  }
}
