import MedleyBase

/// A change of a server, and the head of its column.
enum SurvivalChange: String, CaseIterable, Sendable {
  case absent
  case null
  /// A value of another kind, such as a string instead of a number.
  case kind
  /// Another value of the same kind: an unknown raw value or tag.
  case value
  /// One element of another kind.
  case element
  /// A new member.
  case added
  /// Members in another order.
  case order
}

/// A document with one change.
struct Mutant {
  let change: SurvivalChange
  /// The place of the change: of the member, or of the container of what is new.
  let path: NodePath
  /// The value that changed, or the container of what is new.
  let old: JSONNode
  let document: JSONNode
  /// The value that is new in the document; nil if there is none.
  var value: JSONNode?
}

extension JSONNode {
  /// Returns this document with each change of the value at a path.
  func mutants(at path: NodePath, of old: JSONNode) -> [Mutant] {
    var mutants: [Mutant] = []
    func replace(_ change: SurvivalChange, by new: JSONNode?, adding part: JSONNode? = nil) {
      var document = self
      document[path] = new
      let value = part ?? new
      mutants.append(Mutant(change: change, path: path, old: old, document: document, value: value))
    }
    if let key = path.last {
      // Elements that are null or of another kind are in the row of the array.
      if key.intValue == nil {
        replace(.absent, by: nil)
        if old.kind != .null { replace(.null, by: .null) }
        for kind in old.valuesOfOtherKinds { replace(.kind, by: kind) }
      }
      if let other = old.unknownValue { replace(.value, by: other) }
    } else {
      replace(.order, by: reordered)
    }
    switch old {
    case .scalar: break
    case .array(let elements):
      for element in Self.badElements(among: elements) {
        replace(.element, by: .array(elements + [element]), adding: element)
      }
    case .object(let members):
      let object = Self.object([Child(key: WireKey("unknown"), value: .scalar("true"))])
      for value in [Self.unknownText, object] {
        replace(.added, by: members.adding(value), adding: value)
      }
    }
    return mutants
  }

  /// A string that no app knows.
  static let unknownText = plain("unknown-value")

  /// Values of other kinds: one that a lenient type converts, and one that none does.
  private var valuesOfOtherKinds: [JSONNode] {
    switch kind {
    // Of what is null, nobody knows the kind.
    case .null: []
    case .boolean: [.plain(self == .scalar("true") ? "false" : "true"), .object([])]
    case .number: [.plain(self == .scalar("7") ? "8" : "7"), .object([])]
    case .string: [.scalar(self == .plain("7") ? "8" : "7"), .object([])]
    case .array: [Self.unknownText, .object([])]
    // Some servers write an empty object as an array.
    case .object: [Self.unknownText, .array([])]
    }
  }

  /// Another value of the same kind.
  private var unknownValue: JSONNode? {
    guard case .scalar(let text) = self else { return nil }
    switch kind {
    case .string: return Self.unknownText
    case .number:
      let isInteger = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return .scalar((text.hasPrefix("99") ? "98" : "99") + (isInteger ? "" : ".5"))
    case .null, .boolean, .array, .object: return nil
    }
  }

  /// Elements of kinds that an array doesn't have.
  private static func badElements(among elements: [JSONNode]) -> [JSONNode] {
    guard let first = elements.first else { return [unknownText, .object([])] }
    return [.null] + first.valuesOfOtherKinds.prefix(1)
  }
}

extension [JSONNode.Child] {
  /// A key that no member has.
  var newKey: WireKey {
    var key = "unknownMember"
    while contains(where: { $0.name == key }) { key += "_" }
    return WireKey(key)
  }

  /// Returns an object with these members and a new one.
  func adding(_ value: JSONNode) -> JSONNode {
    .object(self + [JSONNode.Child(key: newKey, value: value)])
  }
}
