// MARK: - Decoding as one call

extension IssueCollector {
  /// Decodes a document as one call, whose issues go to whoever listens when it ends.
  ///
  /// Each value inside then marks where its issues begin; without a call, each would have to begin
  /// one.
  ///
  /// - Parameters:
  ///   - userInfo: What the decoder was given.
  ///   - body: Decodes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. What was reported until then stays reported.
  static func calling<Value>(
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    _ body: () throws -> Value
  ) rethrows -> Value {
    guard let listener = listening(userInfo()), listener.role != .call else { return try body() }
    return try listener.calling { _ in try body() }
  }

  /// Decodes as one call, whose issues go to this collector when it ends.
  func calling<Value>(_ body: (IssueMark) throws -> Value) rethrows -> Value {
    let call = IssueCollector(callFor: self)
    defer { call.end() }
    return try Self.$current.withValue(call) { try body(IssueMark(call)) }
  }
}

// MARK: - Attempting

extension IssueCollector {
  /// Decodes something that may be dropped as a whole, which its own issues then go with.
  ///
  /// The outermost attempt collects apart from everybody else, so that no other task's issues are
  /// removed and an observer hears of none that is; those inside mark where they begin.
  ///
  /// - Parameters:
  ///   - tag: The tag of the payload that is decoded, for issues that know of none further inside.
  ///   - userInfo: What the decoder was given.
  ///   - body: Decodes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. Its issues are gone then; the counts of what it met stay.
  static func attempting<Value>(
    in tag: TypeTag? = nil,
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    _ body: () throws -> Value
  ) throws -> Value {
    func attempt(_ mark: IssueMark) throws -> Value {
      do {
        let value = try body()
        mark.tagIssues(tag)
        return value
      } catch {
        mark.removeIssues()
        throw error
      }
    }
    switch beginning(userInfo()) {
    case .inside(let mark):
      return try attempt(mark)
    case .outermost(let listener):
      return try listener.calling(attempt)
    }
  }

  /// Where an attempt begins.
  enum Beginning {
    /// Inside of another one, or where nobody listens.
    case inside(IssueMark)
    /// In no other one, with somebody who listens.
    case outermost(IssueCollector)
  }

  /// Where an attempt begins that calls ``IssueMark/removeIssues()`` itself if it fails.
  static func beginning(_ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]) -> Beginning {
    guard let listener = listening(userInfo()) else {
      return .inside(IssueMark(nil))
    }
    guard listener.role == .call else { return .outermost(listener) }
    return .inside(IssueMark(listener))
  }
}

// MARK: - Ordering

extension IssueCollector {
  /// Decodes a dictionary, and puts its issues in the order of its keys if they come in none.
  ///
  /// - Parameters:
  ///   - depth: Where in the path of an issue the key is.
  ///   - isUnordered: Whether the decoder hands out the members in no order.
  ///   - body: Decodes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  static func sorting<Value>(
    at depth: @autoclosure () -> Int,
    _ isUnordered: @autoclosure () -> Bool,
    _ body: () throws -> Value
  ) rethrows -> Value {
    guard let collector = current, collector.role == .call else { return try body() }
    let mark = collector.issueCount
    let value = try body()
    if collector.issueCount > mark + 1, isUnordered() {
      collector.sortIssues(since: mark, at: depth())
    }
    return value
  }
}
