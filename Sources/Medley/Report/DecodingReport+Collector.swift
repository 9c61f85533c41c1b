extension DecodingReport {
  /// Collects the issues of a decoder, wherever it decodes.
  ///
  /// A networking library decodes on a queue of its own, which a task-local value doesn't reach. A
  /// collector in the decoder's `userInfo` does:
  ///
  /// ```swift
  /// let collector = DecodingReport.Collector()
  /// let decoder = JSONDecoder()
  /// decoder.userInfo.report(to: collector)
  /// client.decoder = decoder
  /// // ... after the request:
  /// let report = collector.takeReport()
  /// ```
  ///
  /// It hears every decode call of the decoders that have it, except those inside of
  /// ``DecodingReport/collecting(keepingContent:_:)-2j4uf``, whose report is nearer. It is a
  /// class since all of them add to one report, and may be used from any thread.
  public final class Collector: Sendable {
    let collector: IssueCollector

    /// Creates a collector without any issues.
    ///
    /// - Parameter keepingContent: Whether issues have the ``DecodingIssue/content`` of what was
    ///   dropped.
    public init(keepingContent: Bool = false) {
      collector = IssueCollector(.report, keepingContent: keepingContent)
    }

    /// What was wrong so far.
    public var report: DecodingReport { collector.report }

    /// Returns what was wrong so far, and begins a new report.
    ///
    /// ```swift
    /// telemetry.send(collector.takeReport())  // once an hour
    /// ```
    public func takeReport() -> DecodingReport {
      collector.takeReport()
    }

    fileprivate static let key = CodingUserInfoKey(rawValue: "Medley.collector")

    static func find(in userInfo: [CodingUserInfoKey: Any]) -> Collector? {
      key.flatMap { userInfo[$0] as? Collector }
    }
  }
}

// MARK: - Giving collectors to decoders

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Reports what is wrong in the decode calls of this decoder to a collector.
  ///
  /// ```swift
  /// decoder.userInfo.report(to: collector)
  /// ```
  ///
  /// - Parameter collector: The collector, in place of one that was given before.
  public mutating func report(to collector: DecodingReport.Collector) {
    guard let key = DecodingReport.Collector.key else { return }
    self[key] = collector
    Listeners.announceCollector()
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Reports what is wrong in the decode calls of this decoder to a collector.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.report(to: collector)
  /// let feed = try YAMLDecoder().decode(Feed.self, from: yaml, userInfo: userInfo)
  /// ```
  ///
  /// - Parameter collector: The collector, in place of one that was given before.
  public mutating func report(to collector: DecodingReport.Collector) {
    guard let key = DecodingReport.Collector.key else { return }
    self[key] = collector
    Listeners.announceCollector()
  }
}

// MARK: - Observing

extension DecodingReport {
  /// Calls a function for every issue of the process, from now on.
  ///
  /// ```swift
  /// DecodingReport.observe { issue in  // once, at startup
  ///   telemetry.send("decoding", path: "\(issue)", tag: issue.tag)
  /// }
  /// ```
  ///
  /// The observer hears each issue once, whoever else collects it, on the thread that decodes and
  /// before the decode call returns; those of one call in order. What an observer decodes itself is
  /// reported to nobody, unless it collects a report of its own. There may be several observers, and
  /// they stay.
  ///
  /// - Parameter observer: What to call. It holds up the decoding while it runs.
  public static func observe(_ observer: @escaping @Sendable (DecodingIssue) -> Void) {
    Listeners.add(observer)
  }
}
