import Medley
import TestSupport
import Testing

/// The common structure of a family's documents: the required members of each kind of object, and the
/// positions of elements.
struct Roles: Sendable {
  /// The key of the tag.
  let key: String
  /// The members by tag; nil for objects without a tag.
  private(set) var members: [TypeTag?: [String: Member]] = [:]

  /// The values that objects of one kind have under one key.
  struct Member: Sendable {
    let role: Role
    /// Whether all objects of the kind have it.
    let isRequired: Bool
  }

  enum Role: Hashable, Sendable {
    /// A list of elements.
    case list
    /// A single element.
    case element
    /// A value of one kind.
    case kind(Kind)
    /// Anything.
    case loose
  }

  enum Kind: Hashable, Sendable {
    case string, number, boolean, array, object
  }

  static let userInfoKey = CodingUserInfoKey(rawValue: "CorporaTests.roles")
}

// MARK: - Finding out

/// The documents of a site and their common structure.
struct Survey: Sendable {
  let documents: [Corpus.Document]
  let roles: Roles

  private init<At: Site>(at site: At.Type) throws {
    // Foundation's decoders hide one of two members with the same key.
    documents = try At.corpus.documents().filter { $0.tree.duplicateKey == nil }
    roles = Roles(documents, at: At.self)
  }

  static func of<At: Site>(_ site: At.Type) throws -> Survey {
    try #require(library["\(At.family) \(At.key)"]).get()
  }

  /// Read once for all seeds.
  private static let library: [String: Result<Survey, any Error>] = {
    func entry<At: Site>(_ site: At.Type) -> (String, Result<Survey, any Error>) {
      ("\(At.family) \(At.key)", Result { try Survey(at: site) })
    }
    return Dictionary(
      uniqueKeysWithValues: [
        entry(BabelType.self), entry(CellType.self), entry(OutputType.self),
        entry(LottieType.self), entry(CardType.self),
      ]
    )
  }()
}

extension Roles {
  /// Determines the common structure of documents.
  fileprivate init<At: Site>(_ documents: [Corpus.Document], at site: At.Type) {
    key = At.key
    var visitor = Visitor()
    for document in documents { visitor.visit(document.tree, at: site) }
    members = visitor.uses.reduce(into: [:]) { members, kind in
      members[kind.key] = kind.value.mapValues { use in
        Member(role: use.role, isRequired: use.count == visitor.counts[kind.key])
      }
    }
  }

  private struct Visitor {
    var counts: [TypeTag?: Int] = [:]
    var uses: [TypeTag?: [String: Use]] = [:]

    mutating func visit<At: Site>(_ tree: JSONTree, at site: At.Type) {
      for element in tree.elements ?? [] { visit(element, at: site) }
      guard let members = tree.members else { return }
      let tag = At.tag(of: tree)
      counts[tag, default: 0] += 1
      for member in members {
        uses[tag, default: [:]][member.key, default: Use()].note(member.value, at: site)
        visit(member.value, at: site)
      }
    }
  }

  private struct Use {
    var count = 0
    var hasOnlyElements = true
    var hasOnlyLists = true
    var hasElementsInLists = false
    var kinds: Set<Kind?> = []

    mutating func note<At: Site>(_ value: JSONTree, at site: At.Type) {
      count += 1
      kinds.insert(Kind(value))
      if At.tag(of: value) == nil { hasOnlyElements = false }
      if let elements = value.elements {
        if elements.contains(where: { At.tag(of: $0) == nil }) { hasOnlyLists = false }
        if !elements.isEmpty { hasElementsInLists = true }
      } else {
        hasOnlyLists = false
      }
    }

    var role: Role {
      if hasOnlyElements { return .element }
      if hasOnlyLists, hasElementsInLists { return .list }
      if kinds.count == 1, let kind = kinds.first ?? nil { return .kind(kind) }
      return .loose
    }
  }
}

extension Roles.Kind {
  init?(_ tree: JSONTree) {
    switch tree {
    case .string: self = .string
    case .number: self = .number
    case .boolean: self = .boolean
    case .array: self = .array
    case .object: self = .object
    case .null: return nil
    }
  }
}

// MARK: - Asking

extension Roles {
  func role(of key: String, tagged tag: TypeTag?) -> Role {
    members[tag]?[key]?.role ?? .loose
  }

  func required(tagged tag: TypeTag?) -> [String] {
    (members[tag] ?? [:]).filter(\.value.isRequired).map(\.key)
  }

  func isRequired(_ key: String, tagged tag: TypeTag?) -> Bool {
    members[tag]?[key]?.isRequired ?? false
  }
}
