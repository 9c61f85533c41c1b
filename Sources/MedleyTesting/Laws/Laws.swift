public import Foundation

/// The laws of a type that is decoded and encoded, checked with samples and with thousands of
/// changes of them.
///
/// ```swift
/// @Test func `the page keeps the laws`() {
///   let laws = Laws(of: Page.self, samples: [page])
///   #expect(laws.violations.isEmpty, "\(laws)")
/// }
/// ```
///
/// It works for any type that is `Decodable`, and checks more if it is `Encodable`, and if it is
/// `Equatable`. See ``Law`` for the laws. A law for which the samples have nothing is in
/// ``unchecked``.
///
/// Changes drop members, make them null or of another kind, add, reorder, rename and repeat them,
/// and put unknown, empty, huge and deeply nested values in their places. They are the same for the
/// same seed. Of the changes that break a law, the fewest that do are reported.
public struct Laws: Sendable {
  /// What breaks a law; empty if all hold.
  ///
  /// Each law, path and problem is there once.
  public private(set) var violations: [LawViolation] = []

  /// What wasn't checked, because no sample has anything for it, in one line for each law.
  public private(set) var unchecked: [String] = []

  private let name: String

  /// Checks a type.
  ///
  /// ```swift
  /// let laws = Laws(
  ///   of: Page.self, samples: [page], dropping: ["items[].legacy"])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the documents.
  ///   - samples: Documents as `Data` or `String`, and values, which are encoded.
  ///   - dropping: The paths of members that the type isn't expected to encode, without indices:
  ///     `items[].legacy`. What is inside of them is dropped with them.
  ///   - decoder: The decoder, whose strategies and registries are used. `DropInJSONDecoder` runs
  ///     MedleyEngine.
  ///   - encoder: The encoder, with the same ones.
  ///   - seed: The number of the first change.
  ///   - mutants: The number of changed documents. Each has a seed of its own, one more than the
  ///     one before.
  /// - Complexity: O(*nm*), where *n* is the size of a sample and *m* the number of changed
  ///   documents, on all processors. Each is decoded three times and encoded twice.
  public init<Value: Decodable & SendableMetatype>(
    of type: Value.Type,
    samples: [any Encodable],
    dropping: Set<String> = [],
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder(),
    seed: UInt64 = 0,
    mutants: Int = 1000
  ) {
    name = "\(type)"
    do {
      let documents = try SampleDocument.reading(samples, with: encoder)
      let settings = LawSettings(decoder, encoder, dropping: dropping)
      let checker = LawChecker<Value>(settings, sample: documents[0].document)
      for (document, sample) in zip(documents, samples) {
        let change = (sample as? Value)
          .flatMap { checker.violation($0, decodedFrom: document.document) }
        let violations = checker.violations(in: document.document, isSample: true)
        add(violations + [change].compactMap(\.self), document)
      }
      checker.checkSamples(documents, &self)
      checker.checkThreads(documents, &self)
      checker.checkRegistries(of: documents, &self)
      if mutants > 0 {
        add(checker.violations(of: documents, from: seed, count: mutants))
      }
    } catch {
      add([LawViolation(.roundTrip, "\(error)")])
    }
  }

  /// Returns what breaks a law.
  ///
  /// ```swift
  /// #expect(Laws.violations(of: Page.self, samples: [page]) == [])
  /// ```
  ///
  /// It is ``violations`` of ``init(of:samples:dropping:decoder:encoder:seed:mutants:)``.
  public static func violations<Value: Decodable & SendableMetatype>(
    of type: Value.Type,
    samples: [any Encodable],
    dropping: Set<String> = [],
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder(),
    seed: UInt64 = 0,
    mutants: Int = 1000
  ) -> [LawViolation] {
    Self(
      of: type,
      samples: samples,
      dropping: dropping,
      decoder: decoder,
      encoder: encoder,
      seed: seed,
      mutants: mutants
    ).violations
  }
}

// MARK: - Adding

extension Laws {
  /// Adds violations, each law, path and problem once.
  ///
  /// - Parameters:
  ///   - violations: What breaks a law.
  ///   - sample: The sample that shows it; nil if there is none, or if they state it.
  mutating func add(_ violations: [LawViolation], _ sample: SampleDocument? = nil) {
    for var violation in violations {
      if let sample {
        violation.sample = sample.number
        violation.document = sample.document.text
      }
      // The values of a mutant differ from those of the next one.
      let isKnown = self.violations.contains {
        $0.law == violation.law && $0.path == violation.path
          && (violation.seed != nil || $0.problem == violation.problem)
      }
      if !isKnown { self.violations.append(violation) }
    }
  }

  mutating func addUnchecked(_ law: Law, _ reason: String) {
    unchecked.append("\(law): not checked, because \(reason)")
  }
}

extension Laws: CustomStringConvertible {
  /// The violations and what wasn't checked, a line each.
  public var description: String {
    let lines = violations.map(\.description) + unchecked
    return "\(name): " + (lines.isEmpty ? "all laws hold" : lines.joined(separator: "\n"))
  }
}
