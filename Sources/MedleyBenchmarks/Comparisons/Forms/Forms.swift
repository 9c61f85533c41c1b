extension Comparisons {
  /// Each wire form beside what one writes by hand for it.
  static func forms(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    let forms = [
      Key.plans, Path.plans, Compound.plans, Adjacent.plans, AdjacentNamed.plans, External.plans,
      WrapperArray.plans, JSONKind.plans, Deduced.plans, Custom.plans, Either.plans,
    ]
    return forms.flatMap { $0(count) }
  }
}
