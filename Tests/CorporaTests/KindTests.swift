import Medley
import TestSupport
import Testing

/// Documents decoded with a registry for half of their kinds of elements.
///
/// They are decoded by `JSONDecoder`.
@Suite struct KindTests {
  @Test(arguments: SiteCheck.all)
  func `decodes every known and unknown element and encodes it unchanged`(
    _ site: SiteCheck
  ) throws {
    try site.check()
  }
}

/// A site, without its type.
struct SiteCheck: Sendable {
  let family: String
  let key: String
  let check: @Sendable () throws -> Void

  init<At: Site>(_ site: At.Type) {
    family = At.family
    key = At.key
    check = { try Self.check(At.self) }
  }

  static let all = [
    SiteCheck(BabelType.self), SiteCheck(CellType.self), SiteCheck(OutputType.self),
    SiteCheck(NotebookFormat.self), SiteCheck(LottieType.self),
    SiteCheck(CardType.self), SiteCheck(CardVersion.self),
  ]
}

extension SiteCheck: CustomTestStringConvertible {
  var testDescription: String { "\(family), \(key)" }
}

// MARK: - Checking

extension SiteCheck {
  private static func check<At: Site>(_ site: At.Type) throws {
    // Foundation's decoders hide one of two members with the same key.
    let documents = try At.corpus.documents().filter { $0.tree.duplicateKey == nil }
    var all = Census()
    for document in documents { all.count(document.tree, at: site, knowing: []) }
    let kinds = all.unknown.merging(all.inside, uniquingKeysWith: +).keys
      .sorted { "\($0)" < "\($1)" }
    let known = half(of: kinds, in: documents, at: site)
    var half = PolymorphicRegistry<any Node>(.key(At.key))
    var full = half
    for kind in kinds {
      try full.register(Element<At>.self, for: kind)
      if known.contains(kind) { try half.register(Element<At>.self, for: kind) }
    }

    var counted = Census()
    for document in documents {
      var expected = Census()
      expected.count(document.tree, at: site, knowing: known)
      let (content, report) = try DecodingReport.collecting {
        try Backend.json.decode(Content<At>.self, from: document.text) { $0.register(half) }
      }
      var found = Census()
      found.count(content)
      #expect(found == expected, "\(document.name)")
      #expect(report.isClean && report.unknownTags == expected.unknown, "\(document.name)")
      let written = try Backend.json.encode(content) { $0.register(half) }
      let difference = written.difference(from: document.tree)
      #expect(difference == nil, "\(document.name)")
      try resolve(content, with: full)
      counted = counted + found
    }
    #expect(counted.total == all.total)
    #expect(!counted.known.isEmpty)
    #expect(!counted.unknown.isEmpty)
  }

  /// Every other kind; the half that leaves fewer elements inside unknown ones.
  private static func half<At: Site>(
    of kinds: [TypeTag],
    in documents: [Corpus.Document],
    at site: At.Type
  ) -> Set<TypeTag> {
    let halves = [0, 1].map { first in
      var census = Census()
      let half = Set(kinds.indices.filter { $0 % 2 == first }.map { kinds[$0] })
      for document in documents { census.count(document.tree, at: site, knowing: half) }
      return (half, hidden: census.inside.values.reduce(0, +))
    }
    return halves[0].hidden <= halves[1].hidden ? halves[0].0 : halves[1].0
  }

  /// Resolves every unknown element with a registry for all kinds.
  private static func resolve<At: Site>(
    _ content: Content<At>,
    with registry: PolymorphicRegistry<any Node>
  ) throws {
    switch content {
    case .element(.known(let node)):
      for content in (node as? Element<At>)?.members.values.map(\.self) ?? [] {
        try resolve(content, with: registry)
      }
    case .element(.unknown(let payload)):
      let resolved = try payload.resolve(with: registry)
      #expect(resolved.known?.tag == payload.tag)
    case .object(let members):
      for content in members.values { try resolve(content, with: registry) }
    case .array(let elements):
      for content in elements { try resolve(content, with: registry) }
    case .scalar:
      break
    }
  }
}

extension Census: CustomStringConvertible {
  var description: String {
    let counts = [known, unknown, inside].map { $0.values.reduce(0, +) }
    return "\(counts[0]) elements known, \(counts[1]) unknown, \(counts[2]) inside of those"
  }
}
