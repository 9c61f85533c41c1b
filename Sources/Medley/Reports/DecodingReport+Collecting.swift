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
    let collector = IssueCollector(collecting: Value.self, keepingContent: keepingContent)
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
    let collector = IssueCollector(collecting: Value.self, keepingContent: keepingContent)
    let value = try await IssueCollector.$current.withValue(collector, operation: body)
    return (value, collector.report)
  }

  /// Calls a function and returns what it returned or threw, with the report in both cases.
  ///
  /// ```swift
  /// let (result, report) = DecodingReport.collectingResult {
  ///   try decoder.decode(Page.self, from: data)
  /// }
  /// telemetry.send(report.redactedDescription)
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
    let collector = IssueCollector(collecting: Value.self, keepingContent: keepingContent)
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
    let collector = IssueCollector(collecting: Value.self, keepingContent: keepingContent)
    let result: Result<Value, any Error>
    do {
      result = .success(try await IssueCollector.$current.withValue(collector, operation: body))
    } catch {
      result = .failure(error)
    }
    return (result, collector.report)
  }
}

extension IssueCollector {
  /// Creates the collector of a call that returns a value, which is probably what is decoded.
  fileprivate convenience init(collecting type: any Any.Type, keepingContent: Bool) {
    let root = type is any Decodable.Type ? RootType.collected(type) : .unknown
    self.init(.report, keepingContent: keepingContent, inside: .current, root: root)
  }
}

// MARK: - Collecting by the decoder

extension DecodingReport.Collector {
  fileprivate static let key = CodingUserInfoKey(own: "Medley.collector")

  /// Returns the collector that `userInfo` has, or nil.
  @inline(never)
  package static func find(in userInfo: [CodingUserInfoKey: Any]) -> DecodingReport.Collector? {
    userInfo.value(of: DecodingReport.Collector.self, for: key)
  }
}

// MARK: - Adding collectors to decoders

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Sends the issues of this decoder to a collector.
  ///
  /// ```swift
  /// decoder.userInfo.report(to: collector)
  /// ```
  ///
  /// - Parameter collector: The collector, which replaces an earlier one.
  public mutating func report(to collector: DecodingReport.Collector) {
    set(collector, for: DecodingReport.Collector.key)
    Listeners.announce(Listeners.Flag.collectors, receivers: 1)
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Sends the issues of this decoder to a collector.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.report(to: collector)
  /// let feed = try YAMLDecoder().decode(
  ///   Feed.self, from: yaml, userInfo: userInfo)
  /// ```
  ///
  /// - Parameter collector: The collector, which replaces an earlier one.
  public mutating func report(to collector: DecodingReport.Collector) {
    set(collector, for: DecodingReport.Collector.key)
    Listeners.announce(Listeners.Flag.collectors, receivers: 1)
  }
}

// MARK: - Observing

extension DecodingReport {
  /// Installs an observer for what every decode call of the process drops, defaults, keeps or counts.
  ///
  /// ```swift
  /// // once, at startup
  /// DecodingReport.observe { issue in
  ///   logger.warning("\(issue.redactedDescription)")
  /// } counts: { report in
  ///   for (tag, count) in report.unknownTags { metrics.add(count, tag) }
  /// }
  /// ```
  ///
  /// It is called until you remove it:
  ///
  /// ```swift
  /// let stop = DecodingReport.observe { console.append($0.description) }
  /// // when the console is closed:
  /// stop()
  /// ```
  ///
  /// It receives each issue and each count once, also those that a report collects. It is called on
  /// the thread that decodes, before the decode call returns, and in order for each call. Issues of
  /// what the observer itself decodes are discarded, unless it collects a report. You can install
  /// several observers.
  ///
  /// MedleyJSON passes the counts of a decode call together, at its end. Other decoders don't tell
  /// when a call begins or ends, so there the counts of each outermost element or property are
  /// passed when it is decoded.
  ///
  /// - Parameters:
  ///   - observer: The function to call with each issue. Decoding waits while it runs.
  ///   - counts: The function to call with the unknown tags, raw values and members: a report
  ///     without issues. Decoding waits while it runs.
  /// - Returns: A function that removes the observer, if you call it. A decode call that runs at the
  ///   same time may still call the observer.
  @preconcurrency
  @discardableResult
  public static func observe(
    _ observer: @escaping @Sendable (DecodingIssue) -> Void,
    counts: (@Sendable (DecodingReport) -> Void)? = nil
  ) -> @Sendable () -> Void {
    let number = Listeners.add(observer, counts: counts)
    return { Listeners.remove(number) }
  }
}
