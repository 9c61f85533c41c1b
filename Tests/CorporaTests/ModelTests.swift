import Medley
import MedleyComposition
import TestSupport
import Testing

/// An app's models for a part of the documents.
@Suite struct ModelTests {
  // MARK: - Versions

  /// A notebook before version 4, with cells in worksheets.
  struct OldNotebook: Codable {
    struct Worksheet: Codable { var cells: [PayloadValue]? }

    var worksheets: [Worksheet]?
    var metadata: PayloadValue?
  }

  /// The current version of a notebook.
  struct Notebook: Codable {
    var cells: [PayloadValue]
    var metadata: PayloadValue?
  }

  private static let notebooks = PolymorphicRegistry<Notebook>("nbformat") { registry in
    try registry.register(OldNotebook.self, for: 3) {
      Notebook(cells: ($0.worksheets ?? []).flatMap { $0.cells ?? [] }, metadata: $0.metadata)
    }
    try registry.register(Notebook.self, for: 4)
  }

  @Test func `upgrades notebooks of two versions to one type and keeps others`() throws {
    var versions: [TypeTag: Int] = [:]
    for document in try Corpus(family: "jupyter").documents() {
      let notebook = try Backend.json.decode(Polymorphic<Notebook>.self, from: document.text) {
        $0.register(Self.notebooks)
      }
      let written = try Backend.json.encode(notebook) { $0.register(Self.notebooks) }
      let version = try #require(NotebookFormat.tag(of: document.tree))
      versions[version, default: 0] += 1
      switch notebook {
      case .known(let notebook):
        let worksheets =
          version == 4 ? [document.tree] : document.tree["worksheets"]?.elements ?? []
        let cells = worksheets.flatMap { $0["cells"]?.elements ?? [] }
        #expect(notebook.cells.count == cells.count, "\(document.name)")
        #expect(written["nbformat"] == 4)
        #expect(written["cells"] == .array(cells), "\(document.name)")
        #expect(written["metadata"] == document.tree["metadata"], "\(document.name)")
      case .unknown(let payload):
        #expect(payload.tag == version)
        #expect(version != 3 && version != 4)
        #expect(written == document.tree, "\(document.name)")
      }
    }
    #expect(Set(versions.keys) == [2, 3, 4])
  }

  // MARK: - An enum of the app

  /// The members that all shapes have.
  struct Named: Codable, Hashable {
    var nm: String?
    var hd: Bool?
  }

  struct Group: Codable, Hashable {
    var it: [Shape]
    var bm: Int?
  }

  /// A shape: common members and those of its kind.
  struct Shape: ComposedCodable, Hashable {
    var common: Named
    var kind: Kind

    static let composition = Composition(Shape.init, \.common, \.kind)
  }

  enum Kind: PolymorphicEnum, Hashable {
    case group(Group)
    case fill(Fill)
    case stroke(Fill)
    case unknown(UnknownPayload)

    struct Fill: Codable, Hashable {
      var c: PayloadValue?
      var o: PayloadValue?
    }

    static let registry = PolymorphicRegistry<Kind>("ty") { registry in
      try registry.register(for: "gr", as: Kind.group)
      try registry.register(
        for: "fl",
        as: Kind.fill,
        from: { if case .fill(let fill) = $0 { fill } else { nil } }
      )
      try registry.register(
        for: "st",
        as: Kind.stroke,
        from: { if case .stroke(let fill) = $0 { fill } else { nil } }
      )
    }

    var name: String {
      switch self {
      case .group: "gr"
      case .fill: "fl"
      case .stroke: "st"
      case .unknown(let payload): "\(payload.tag ?? "")"
      }
    }
  }

  struct Layer: Codable, Hashable {
    var ty: Int
    var shapes: [Shape]?
  }

  struct Animation: Codable, Hashable {
    var layers: [Layer]?
  }

  @Test func `decodes shapes with common fields to an enum and encodes unknown ones unchanged`()
    throws
  {
    var unknown = 0
    for document in try Corpus(family: "lottie").documents() {
      let animation = try Backend.json.decode(Animation.self, from: document.text)
      #expect(try Backend.json.roundTrip(animation) == animation, "\(document.name)")
      for (layer, tree) in zip(animation.layers ?? [], document.tree["layers"]?.elements ?? []) {
        unknown += try compare(layer.shapes ?? [], with: tree["shapes"]?.elements ?? [])
      }
    }
    #expect(unknown > 0)
  }

  /// Compares shapes with their JSON, and counts the unknown ones.
  private func compare(_ shapes: [Shape], with trees: [JSONTree]) throws -> Int {
    #expect(shapes.count == trees.count)
    var unknown = 0
    for (shape, tree) in zip(shapes, trees) {
      #expect(shape.common.nm == tree["nm"]?.string)
      switch shape.kind {
      case .group(let group):
        #expect(tree["ty"]?.string == "gr")
        unknown += try compare(group.it, with: tree["it"]?.elements ?? [])
      case .unknown:
        unknown += 1
        let written = try Backend.json.encode(shape)
        #expect(written == tree)
        #expect(written.duplicateKey == nil)
      case .fill, .stroke:
        #expect(tree["ty"]?.string == shape.kind.name)
      }
    }
    return unknown
  }
}
