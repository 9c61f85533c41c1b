import Foundation
import Medley
import MedleyResilience

/// What went wrong without failing.
enum Reports {
  static func check() async throws {
    DecodingReport.observe { issue in
      expect(issue.action == .dropped)
    }
    let (numbers, report) = try DecodingReport.collecting {
      try JSONDecoder().decode(Lossy<[Int]>.self, json: #"[1,"x"]"#)
    }
    expect(numbers.wrappedValue == [1] && report.issues.count == 1)
    let (same, other) = try await DecodingReport.collecting {
      await Task.yield()
      return try JSONDecoder().decode(Lossy<[Int]>.self, json: #"[1,"x"]"#)
    }
    expect(same == numbers && other.issues.count == 1)
    let (result, _) = DecodingReport.collectingResult {
      try JSONDecoder().decode(Int.self, json: #""x""#)
    }
    if case .failure(let error as DecodingError) = result {
      expect(!error.summary.isEmpty)
    }
    let collector = DecodingReport.Collector()
    let decoder = JSONDecoder()
    decoder.userInfo.report(to: collector)
    _ = try decoder.decode(Lossy<[Int]>.self, json: #"[1,"x"]"#)
    expect(collector.takeReport().issues.count == 1)
  }
}
