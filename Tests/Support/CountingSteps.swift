package import MedleyBase

/// Calls a function and returns what it did of a kind: 0 in release builds, which don't count.
package func counting<Value>(
  _ kind: StepKind = .step,
  _ body: () throws -> Value
) rethrows -> (value: Value, count: Int) {
  #if DEBUG
  let steps = StepCount()
  let value = try StepCount.$current.withValue(steps, operation: body)
  return (value, steps.count(of: kind))
  #else
  return (try body(), 0)
  #endif
}

/// Whether `counting` counts.
package var countsSteps: Bool {
  #if DEBUG
  true
  #else
  false
  #endif
}
