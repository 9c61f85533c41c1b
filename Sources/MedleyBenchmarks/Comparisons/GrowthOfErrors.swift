import Foundation
import Medley
import MedleyJSON
import MedleyResilience

extension Comparisons {
  /// The cost of a byte in documents of several sizes with an error in each element or in depth.
  static func growthOfErrors(_ size: Int) -> [Comparison.Plan] {
    [
      ownErrors(size), unknownTags(size), nearestTags(size), tooDeep(max(1, size / 100)),
      alternatives(), nestedLists(), backwards(size * 4), comparing(),
    ]
  }

  private static let goal = Goal(1.3)

  private static func sizes(to largest: Int) -> [Int] {
    [8, 4, 2, 1].map { max(4, largest / $0) }
  }

  /// A series of sides that begins with the smallest document.
  private static func row(
    _ name: String,
    on document: String = "the smallest of four",
    _ sizes: [Int],
    goal: Goal = goal,
    isPerByte: Bool = true,
    side: @escaping (Int) throws -> (Side, AnyHashable)
  ) -> Comparison.Plan {
    .init("growth, \(name)", .time, on: document, isPerByte: isPerByte) {
      try sizes.enumerated().map { index, size in
        var (side, expected) = try side(size)
        if index > 0 { side.goal = goal }
        side.expected = { expected }
        return side
      }
    }
  }

  // MARK: - Errors in lists

  private static func ownErrors(_ largest: Int) -> Comparison.Plan {
    let engine = PolymorphicJSONDecoder()
    return row("errors of a type under a report", sizes(to: largest)) { size in
      let json = GrowingDocuments.objects(size)
      let side = Side("\(size) errors", bytes: json.count) {
        try DecodingReport.collecting {
          try engine.decode(Lossy<[Refusing]>.self, from: json)
        }.report.issues.count
      }
      return (side, size)
    }
  }

  private static func unknownTags(_ largest: Int) -> Comparison.Plan {
    row("unknown tags, thrown, under a report", sizes(to: largest)) { size in
      let engine = PolymorphicJSONDecoder(try PolymorphicRegistry.strict(3))
      let json = GrowingDocuments.unknown(size)
      let side = Side("\(size) errors", bytes: json.count) {
        try DecodingReport.collecting {
          try engine.decode(Lossy<[Polymorphic<any Media>]>.self, from: json)
        }.report.issues.count
      }
      return (side, size)
    }
  }

  private static func nearestTags(_ size: Int) -> Comparison.Plan {
    let json = GrowingDocuments.unknown(size)
    return row(
      "unknown tags, thrown",
      on: "\(size) elements, 10 types",
      [10, 100, 1000],
      goal: Goal(2)
    ) { count in
      let engine = PolymorphicJSONDecoder(try PolymorphicRegistry.strict(count))
      let side = Side("\(count) types", bytes: json.count) {
        try engine.decode(Lossy<[Polymorphic<any Media>]>.self, from: json).wrappedValue.count
      }
      return (side, 0)
    }
  }

  /// Elements that are deeper than the capture limit, with `JSONDecoder`.
  private static func tooDeep(_ largest: Int) -> Comparison.Plan {
    let foundation = JSONDecoder.knowing(.keeping(.key("type")))
    return row("elements that are too deep", sizes(to: largest)) { size in
      let json = GrowingDocuments.deepElements(size, depth: 140)
      let side = Side("\(size) elements", bytes: json.count) {
        try foundation.decode(Lossy<[Polymorphic<any Media>]>.self, from: json).wrappedValue.count
      }
      return (side, 0)
    }
  }

  // MARK: - Depth

  private static func alternatives() -> Comparison.Plan {
    let engine = PolymorphicJSONDecoder(.keeping(.key("type").or(.wrapperArray)))
    return row("depth of elements in alternative forms", [30, 60, 120, 240]) { depth in
      let json = GrowingDocuments.wrapped(depth: depth)
      let side = Side("\(depth) deep", bytes: json.count) {
        try engine.decode(Polymorphic<any Media>.self, from: json).known?.id ?? -1
      }
      return (side, 0)
    }
  }

  private static func nestedLists() -> Comparison.Plan {
    let engine = PolymorphicJSONDecoder()
    return row("depth of lossy lists under a report", [30, 60, 120, 240]) { depth in
      let json = GrowingDocuments.lists(depth: depth)
      let side = Side("\(depth) deep", bytes: json.count) {
        try DecodingReport.collecting(keepingContent: true) {
          try engine.decode(LossyList.self, from: json)
        }.report.issues.count
      }
      return (side, depth)
    }
  }

  // MARK: - Paths and values

  private static func backwards(_ largest: Int) -> Comparison.Plan {
    let engine = PolymorphicJSONDecoder()
    return row("paths of scalars from the last", sizes(to: largest)) { size in
      let json = Data("[\((0..<size).map(String.init).joined(separator: ","))]".utf8)
      let side = Side("\(size) paths", bytes: json.count) {
        try engine.decode(Backwards.self, from: json).sum
      }
      return (side, size * (size - 1) / 2)
    }
  }

  private static func comparing() -> Comparison.Plan {
    row("depth of values that differ", [30, 60, 120, 240]) { depth in
      let (one, other) = (GrowingDocuments.value(depth, 1), GrowingDocuments.value(depth, 2))
      return (Side("\(depth) deep", bytes: depth) { one == other }, false)
    }
  }
}

extension PolymorphicRegistry where Base == any Media {
  /// A registry of `count` types that throws for unknown tags.
  fileprivate static func strict(_ count: Int) throws -> Self {
    var registry = try Self("type").registering(numbered: count)
    registry.policies.unknown = .throw
    return registry
  }

  /// A registry of nested elements that keeps malformed ones.
  fileprivate static func keeping(_ discriminator: Discriminator) -> Self {
    Self(
      discriminator,
      policies: Policies(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
    ) { try $0.register(Parent.self, for: "N") { $0 } }
  }
}
