// MARK: - Collecting

extension DecodingReport {
  /// Calls a function and returns its result with the report of everything that it decodes.
  ///
  /// ```swift
  /// let (page, report) = try DecodingReport.collecting {
  ///   try decoder.decode(Page.self, from: data)
  /// }
  /// ```
  ///
  /// The report of an outer call doesn't contain what an inner call collects.
  ///
  /// - Parameters:
  ///   - keepingContent: Whether issues have the ``DecodingIssue/content`` of dropped values.
  ///   - body: A function that decodes with any decoder.
  /// - Returns: The result of `body`, and the report.
  /// - Throws: What `body` throws. The issues are lost then; see
  ///   ``collectingResult(keepingContent:_:)-74ons``.
  public static func collecting<Value>(
    keepingContent: Bool = false,
    _ body: () throws -> Value
  ) rethrows -> (value: Value, report: DecodingReport) {
    let collector = IssueCollector(.report, keepingContent: keepingContent, inside: .current)
    let value = try IssueCollector.$current.withValue(collector, operation: body)
    return (value, collector.report)
  }

  /// Calls an asynchronous function and returns its result with the report of what it decodes.
  ///
  /// ```swift
  /// let (feed, report) = try await DecodingReport.collecting {
  ///   try await client.feed()
  /// }
  /// ```
  ///
  /// The report includes child tasks, and tasks that are started inside and awaited. If the body
  /// decodes on a queue of its own, add a ``Collector`` to the decoder.
  ///
  /// - Parameters:
  ///   - keepingContent: Whether issues have the ``DecodingIssue/content`` of dropped values.
  ///   - body: A function that decodes with any decoder.
  /// - Returns: The result of `body`, and the report.
  /// - Throws: What `body` throws. The issues are lost then.
  public static func collecting<Value>(
    keepingContent: Bool = false,
    _ body: () async throws -> Value
  ) async rethrows -> (value: Value, report: DecodingReport) {
    let collector = IssueCollector(.report, keepingContent: keepingContent, inside: .current)
    let value = try await IssueCollector.$current.withValue(collector, operation: body)
    return (value, collector.report)
  }

  /// Calls a function and returns what it returned or threw, with the report in both cases.
  ///
  /// ```swift
  /// let (result, report) = DecodingReport.collectingResult {
  ///   try decoder.decode(Page.self, from: data)
  /// }
  /// telemetry.send(report.unknownTags)
  /// let page = try result.get()
  /// ```
  ///
  /// - Parameters:
  ///   - keepingContent: Whether issues have the ``DecodingIssue/content`` of dropped values.
  ///   - body: A function that decodes with any decoder.
  /// - Returns: What `body` returns or throws, and the report.
  public static func collectingResult<Value>(
    keepingContent: Bool = false,
    _ body: () throws -> Value
  ) -> (result: Result<Value, any Error>, report: DecodingReport) {
    let collector = IssueCollector(.report, keepingContent: keepingContent, inside: .current)
    let result = IssueCollector.$current.withValue(collector) { Result { try body() } }
    return (result, collector.report)
  }

  /// Calls an asynchronous function and returns what it returned or threw, with the report.
  ///
  /// ```swift
  /// let (result, report) = await DecodingReport.collectingResult {
  ///   try await client.feed()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - keepingContent: Whether issues have the ``DecodingIssue/content`` of dropped values.
  ///   - body: A function that decodes with any decoder.
  /// - Returns: What `body` returns or throws, and the report.
  public static func collectingResult<Value>(
    keepingContent: Bool = false,
    _ body: () async throws -> Value
  ) async -> (result: Result<Value, any Error>, report: DecodingReport) {
    let collector = IssueCollector(.report, keepingContent: keepingContent, inside: .current)
    let result: Result<Value, any Error>
    do {
      result = .success(try await IssueCollector.$current.withValue(collector, operation: body))
    } catch {
      result = .failure(error)
    }
    return (result, collector.report)
  }
}

// MARK: - Collecting by the call

extension DecodingReport {
  /// Decodes a document as one call, whose issues go to their receivers when it ends.
  ///
  /// - Parameters:
  ///   - userInfo: The `userInfo` of the decoder.
  ///   - body: A function that decodes.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws. Earlier issues stay reported.
  package static func collectingCall<Value>(
    for userInfo: @autoclosure () -> [CodingUserInfoKey: Any],
    _ body: () throws -> Value
  ) rethrows -> Value {
    try IssueCollector.calling(userInfo(), body)
  }
}
