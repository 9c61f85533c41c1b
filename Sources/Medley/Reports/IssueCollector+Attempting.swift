// MARK: - Decoding as one call

extension IssueCollector {
  /// Decodes in this call, or as one whose issues go to this collector when it ends.
  func calling<Value>(
    root: (any Any.Type)? = nil,
    _ body: (IssueMark) throws -> Value
  ) rethrows -> Value {
    guard role != .call else { return try body(IssueMark(self)) }
    let call = IssueCollector(callFor: self, root: root)
    defer { call.ending()?() }
    return try Self.$current.withValue(call) { try body(IssueMark(call)) }
  }

  /// Decodes as one call of a decoder of Medley's own, whose issues go to their receiver when it ends.
  ///
  /// Each value inside a call marks the position of its first issue. Without a call, each value would
  /// have to begin one.
  ///
  /// - Parameters:
  ///   - own: The collector of the decoder.
  ///   - root: The type that is decoded.
  ///   - body: A function that decodes.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws. Earlier issues stay reported.
  package static func calling<Value>(
    for own: @autoclosure () -> DecodingReport.Collector?,
    root: any Any.Type,
    _ body: () throws -> Value
  ) rethrows -> Value {
    guard let listener = listening(to: own) else { return try body() }
    return try listener.calling(root: root) { _ in try body() }
  }
}

// MARK: - Deferring

extension DecodingReport {
  /// Calls a function, and returns what reports the issues and counts of what it decodes.
  ///
  /// A task that decodes a part of a feed doesn't know when its elements are returned.
  ///
  /// - Parameters:
  ///   - own: The collector of the decoder.
  ///   - root: The type that is decoded.
  ///   - body: A function that decodes.
  /// - Returns: A function that passes them to their receiver; nil if there are none.
  package static func deferring(
    for own: @autoclosure () -> Collector?,
    root: any Any.Type,
    _ body: () -> Void
  ) -> (@Sendable () -> Void)? {
    guard let listener = IssueCollector.listening(to: own) else {
      body()
      return nil
    }
    let call = IssueCollector(callFor: listener, root: root)
    IssueCollector.$current.withValue(call, operation: body)
    return call.ending()
  }
}

// MARK: - Attempting

extension IssueCollector {
  /// Decodes a value whose issues are removed if it fails.
  ///
  /// The outermost attempt collects its own issues, so that issues of other tasks aren't removed
  /// and observers don't receive removed ones. Nested attempts mark the position of their first
  /// issue.
  ///
  /// - Parameters:
  ///   - tag: The tag of the decoded payload, for issues without the tag of an inner element.
  ///   - isTrial: Whether the payload is tried as one of several types.
  ///   - userInfo: The `userInfo` of the decoder.
  ///   - body: A function that decodes.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws. Its issues are removed then; the counts of tags and raw values
  ///   stay, except those of a trial.
  package static func attempting<Value>(
    in tag: TypeTag? = nil,
    isTrial: Bool = false,
    _ userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    _ body: () throws -> Value
  ) throws -> Value {
    guard let listener = listening(userInfo()) else { return try body() }
    guard isTrial else {
      return try listener.calling { mark in
        var mark = mark
        return try mark.attempt(body) {
          $0.tagIssues(tag)
        } recovering: {
          throw $0
        }
      }
    }
    // A call of its own, which is dropped with its counts if the trial fails.
    let call = IssueCollector(callFor: listener)
    let value = try $current.withValue(call, operation: body)
    if let tag { call.tagIssues(since: 0, tag) }
    call.ending()?()
    return value
  }
}

// MARK: - Ordering

extension IssueCollector {
  /// Decodes a dictionary, and sorts its issues by key if the decoder provides no order.
  ///
  /// - Parameters:
  ///   - depth: The index of the key in the path of an issue.
  ///   - isUnordered: Whether the decoder provides no order.
  ///   - body: A function that decodes.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws.
  package static func sorting<Value>(
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
