extension Comparisons {
  /// Each wrapper and value type beside what one writes by hand for it.
  static func wrappers(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    let wrappers = [
      CompositionPlans.plans, OpenEnumPlans.plans, ForwardCompatiblePlans.plans, LossyPlans.plans,
      LosslessPlans.plans, DefaultedPlans.plans, FieldValuePlans.plans, ArrayPlans.plans,
    ]
    return wrappers.flatMap { $0(count) }
  }
}
