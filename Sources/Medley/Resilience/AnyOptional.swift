/// An optional, whatever it may hold: to ask a generic value whether it is nil.
protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  var isNil: Bool {
    if case .none = self { true } else { false }
  }
}
