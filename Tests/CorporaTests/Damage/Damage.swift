import Medley
import TestSupport

/// A change that makes a value invalid; the document stays valid JSON.
struct Damage {
  let kind: Kind
  /// The changed element, or the owner of the changed list.
  let element: Path
  /// The list element that is or contains `element`; empty at the top level.
  let scope: Path
  /// The original tag of the element.
  let tag: TypeTag?
  /// The tag of the surrounding element, if there is one.
  let outerTag: TypeTag?

  enum Kind: Hashable {
    case memberRemoved(String)
    case memberNull(String)
    case memberOfOtherKind(String)
    case replacedByScalar
    case replacedByArray
    case replacedByNull
    case tagRemoved
    case tagNull
    case tagOfWrongKind(Int)
    case tagUnknown(Int)
    case listRemoved(String)
    case listNull(String)
    case listOfOtherKind(String)
  }

  /// The policies of the registry for invalid elements.
  enum Policy: CaseIterable {
    case standard
    case keeping
  }
}

// MARK: - Doing it

extension Damage {
  /// The document with this change.
  func applied(to tree: JSONTree, tagKey: String) -> JSONTree {
    let tag = element + [.key(tagKey)]
    func member(_ key: String) -> Path { element + [.key(key)] }
    let damaged: JSONTree? =
      switch kind {
      case .memberRemoved(let key), .listRemoved(let key):
        tree.replacing(at: member(key), with: nil)
      case .memberNull(let key), .listNull(let key):
        tree.replacing(at: member(key), with: .null)
      case .memberOfOtherKind(let key):
        tree.replacing(at: member(key), with: tree[member(key)]?.string == nil ? "seven" : 7)
      case .listOfOtherKind(let key):
        tree.replacing(at: member(key), with: .object(["seven": 7]))
      case .replacedByScalar: tree.replacing(at: element, with: 7)
      case .replacedByArray: tree.replacing(at: element, with: .array([7]))
      case .replacedByNull: tree.replacing(at: element, with: .null)
      case .tagRemoved: tree.replacing(at: tag, with: nil)
      case .tagNull: tree.replacing(at: tag, with: .null)
      case .tagOfWrongKind(let index):
        tree.replacing(at: tag, with: [.object([:]), .array(["a"]), .number(.half)][index % 3])
      case .tagUnknown(let index):
        tree.replacing(at: tag, with: .string(Self.newTag(index)))
      }
    return damaged ?? .null
  }

  private static func newTag(_ index: Int) -> String { "new-\(index)" }
}

extension JSONNumber {
  fileprivate static let half = JSONNumber(spelling: "1.5")
}

extension JSONTree {
  subscript(path: Path) -> JSONTree? {
    path.reduce(self) { tree, step in
      switch step {
      case .key(let key): tree?[key]
      case .index(let index):
        tree?.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }
}

// MARK: - Knowing what it does

extension Damage {
  /// The expected issue for a change.
  struct Expectation: Equatable, CustomStringConvertible {
    let fault: Path
    let recovered: Path
    let action: DecodingIssue.Action
    let tag: TypeTag?
    let kind: DecodingError.Kind

    var description: String {
      "\(kind) at \(fault.place), \(recovered.place) \(action), in \(tag?.description ?? "none")"
    }
  }

  /// The new tag, if the change replaces a tag by an unknown one.
  var newTag: TypeTag? {
    if case .tagUnknown(let index) = kind { .string(Self.newTag(index)) } else { nil }
  }

  /// The value that is lost or decoded differently.
  func lost(_ policy: Policy) -> Path {
    switch kind {
    case .listRemoved(let key), .listNull(let key), .listOfOtherKind(let key):
      element + [.key(key)]
    case .tagUnknown: element
    default: policy == .keeping ? element : scope
    }
  }

  /// The expected issue; nil if the change causes none.
  func issue(_ policy: Policy, tagKey: String) -> Expectation? {
    func member(_ key: String, _ kind: DecodingError.Kind) -> Expectation {
      expectation(element + [.key(key)], tag, kind, policy)
    }
    return switch kind {
    case .memberRemoved(let key), .listRemoved(let key): member(key, .keyNotFound)
    case .memberNull(let key), .listNull(let key): member(key, .valueNotFound)
    case .memberOfOtherKind(let key), .listOfOtherKind(let key): member(key, .typeMismatch)
    // A value without a tag is an error of the surrounding element.
    case .replacedByScalar, .replacedByArray: expectation(element, outerTag, .typeMismatch, policy)
    // The element has no tag to report.
    case .replacedByNull: expectation(element, nil, .valueNotFound, policy)
    case .tagRemoved: expectation(element + [.key(tagKey)], nil, .keyNotFound, policy)
    case .tagNull: expectation(element + [.key(tagKey)], nil, .valueNotFound, policy)
    case .tagOfWrongKind: expectation(element + [.key(tagKey)], nil, .typeMismatch, policy)
    case .tagUnknown: nil
    }
  }

  private func expectation(
    _ fault: Path,
    _ tag: TypeTag?,
    _ kind: DecodingError.Kind,
    _ policy: Policy
  ) -> Expectation {
    Expectation(
      fault: fault,
      recovered: lost(policy),
      action: isOfList ? .defaulted : policy == .keeping ? .kept : .dropped,
      tag: tag,
      kind: kind
    )
  }

  private var isOfList: Bool {
    switch kind {
    case .listRemoved, .listNull, .listOfOtherKind: true
    default: false
    }
  }

  /// The replacement of a lost value; nil if there is none.
  ///
  /// - Parameters:
  ///   - policy: The policies of the registry.
  ///   - document: The changed document.
  /// - Returns: The empty list, or the kept element.
  func picture(_ policy: Policy, in document: PayloadValue) -> Picture? {
    let content = document[element]
    if isOfList { return .list([]) }
    if let newTag { return .unknown(newTag, .unregistered, content) }
    guard policy == .keeping else { return nil }
    return switch kind {
    case .memberRemoved, .memberNull, .memberOfOtherKind:
      .unknown(tag, .malformed(PictureError.noTag), content)
    case .tagOfWrongKind: .unknown(nil, .wrongKind, content)
    default: .unknown(nil, .untagged, content)
    }
  }
}
