/// One implementation of a comparison's work.
struct Side {
  let name: String
  /// The number of bytes that the work reads.
  let bytes: Int
  var goal: Goal?
  /// The timed work, which creates and releases the value.
  let work: () throws -> Void
  /// The result in a form that all sides share.
  let result: () throws -> AnyHashable
  /// The expected result, if the sides work on different documents; otherwise the first
  /// side's.
  var expected: (() throws -> AnyHashable)?

  /// - Parameters:
  ///   - name: The name of the work.
  ///   - bytes: The number of bytes that it reads.
  ///   - goal: The project's goal for the ratio.
  ///   - work: The work, which returns a value.
  ///   - form: Converts the value to the form that is compared with other sides.
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
