/// One way to do the work of a comparison.
struct Side {
  let name: String
  /// How many bytes the work reads.
  let bytes: Int
  var goal: Goal?
  /// What is timed: it makes the value and lets it go.
  let work: () throws -> Void
  /// What the work makes, in a form that is the same for all sides.
  let result: () throws -> AnyHashable
  /// What the result has to be, where the sides work on different documents; else it is the first
  /// side's.
  var expected: (() throws -> AnyHashable)?

  /// - Parameters:
  ///   - name: What is done.
  ///   - bytes: How many bytes it reads.
  ///   - goal: What the project wants of it.
  ///   - work: The work, which ends with a value.
  ///   - form: Brings the value into the form that the other sides' values are compared in.
  init<Value>(
    _ name: String,
    bytes: Int,
    goal: Goal? = nil,
    work: @escaping () throws -> Value,
    as form: @escaping (Value) -> AnyHashable
  ) {
    self.name = name
    self.bytes = bytes
    self.goal = goal
    self.work = { _ = try work() }
    result = { form(try work()) }
  }

  init<Value: Hashable>(
    _ name: String,
    bytes: Int,
    goal: Goal? = nil,
    work: @escaping () throws -> Value
  ) {
    self.init(name, bytes: bytes, goal: goal, work: work) { AnyHashable($0) }
  }
}

/// What the project wants of a ratio.
///
/// It is printed, and never makes a run fail.
struct Goal: Encodable {
  let first: Double
  /// What is wanted after that.
  let then: Double?

  init(_ first: Double, then: Double? = nil) {
    self.first = first
    self.then = then
  }
}
