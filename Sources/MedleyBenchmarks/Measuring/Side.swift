/// One implementation of a comparison's work.
struct Side {
  let name: String
  /// The number of bytes that the work reads.
  let bytes: Int
  var goal: Goal?
  /// The goal beside a side that isn't the first.
  var beside: Beside?
  /// What a round measures of it, where that isn't the time of its work.
  var measure: (() throws -> Double)?
  /// What is timed: it makes the value and lets it go.
  let work: () throws -> Void
  /// The result in a form that all sides share.
  let result: () throws -> AnyHashable
  /// The expected result, if the sides work on different documents; otherwise the first
  /// side's.
  var expected: (() throws -> AnyHashable)?

  /// - Parameters:
  ///   - name: The name of the work.
  ///   - bytes: The number of bytes that it reads.
  ///   - goal: The goal for the ratio.
  ///   - beside: The goal beside a side that isn't the first.
  ///   - work: The work, which returns a value.
  ///   - form: Converts the value to the form that is compared with other sides.
  init<Value>(
    _ name: String,
    bytes: Int,
    goal: Goal? = nil,
    beside: Beside? = nil,
    work: @escaping () throws -> Value,
    as form: @escaping (Value) throws -> AnyHashable
  ) {
    self.name = name
    self.bytes = bytes
    self.goal = goal
    self.beside = beside
    self.work = { _ = try work() }
    result = { try form(try work()) }
  }

  init<Value: Hashable>(
    _ name: String,
    bytes: Int,
    goal: Goal? = nil,
    beside: Beside? = nil,
    work: @escaping () throws -> Value
  ) {
    self.init(name, bytes: bytes, goal: goal, beside: beside, work: work) { AnyHashable($0) }
  }
}

/// The project's goal for a ratio.
///
/// It is printed, and never makes a run fail.
struct Goal: Encodable {
  let first: Double
  /// The next goal.
  let then: Double?

  init(_ first: Double, then: Double? = nil) {
    self.first = first
    self.then = then
  }
}

/// What the project wants of a ratio to a side that isn't the first.
struct Beside {
  /// The name of the other side.
  let side: String
  let goal: Goal
}
