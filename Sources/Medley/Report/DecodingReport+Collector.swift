extension DecodingReport {
  /// An object that collects the issues of a decoder on any thread.
  ///
  /// Use it with a networking library that decodes on its own queue, which a task-local value
  /// doesn't reach:
  ///
  /// ```swift
  /// let collector = DecodingReport.Collector()
  /// let decoder = JSONDecoder()
  /// decoder.userInfo.report(to: collector)
  /// client.decoder = decoder
  /// // after the request:
  /// let report = collector.takeReport()
  /// ```
  ///
  /// It receives the issues of all decoders that have it, except calls inside
  /// ``DecodingReport/collecting(keepingContent:_:)-2j4uf``, which go to that report. It is a
  /// class, because several decoders add to one report, on any thread.
  public final class Collector: Sendable {
    let collector: IssueCollector

    /// Creates a collector without any issues.
    ///
    /// - Parameter keepingContent: Whether issues have the ``DecodingIssue/content`` of dropped
    ///   values.
    public init(keepingContent: Bool = false) {
      collector = IssueCollector(.report, keepingContent: keepingContent)
    }

    /// The report so far.
    public var report: DecodingReport { collector.report }

    /// Returns the report so far and begins a new one.
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
    guard let key = DecodingReport.Collector.key else { return }
    self[key] = collector
    Listeners.announceCollector()
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
    guard let key = DecodingReport.Collector.key else { return }
    self[key] = collector
    Listeners.announceCollector()
  }
}

// MARK: - Observing

extension DecodingReport {
  /// Installs an observer for every issue of the process.
  ///
  /// ```swift
  /// // once, at startup
  /// DecodingReport.observe { issue in
  ///   telemetry.send("decoding", path: "\(issue)", tag: issue.tag)
  /// }
  /// ```
  ///
  /// The observer receives each issue once, also those that a report collects. It is called on the
  /// thread that decodes, before the decode call returns, and in order for each call. Issues of
  /// what the observer itself decodes are discarded, unless it collects a report. You can install
  /// several observers. They can't be removed.
  ///
  /// - Parameter observer: The function to call. Decoding waits while it runs.
  @preconcurrency
  public static func observe(_ observer: @escaping @Sendable (DecodingIssue) -> Void) {
    Listeners.add(observer)
  }
}
