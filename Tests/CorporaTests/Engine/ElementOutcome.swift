import Foundation
import Medley
import TestSupport

/// The outcome for an element, in a form that is equal for all decoders.
///
/// A known element has the fields of the model, with `1` and `1.0` equal, since they depend on
/// the decoder. An unknown element in another one has no content, which is compared with that of
/// the outermost one.
struct ElementOutcome: Equatable {
  /// The model, or the reason for its absence.
  let kind: String
  let tag: TypeTag?
  let content: JSONTree

  init(
    _ element: Polymorphic<any Part>,
    isInside: Bool,
    _ registry: PolymorphicRegistry<any Part>
  ) throws {
    switch element {
    case .known(let part):
      self.init(try Self.known(part, registry))
    case .unknown(let payload):
      self.init(
        kind: payload.reason.description,
        tag: payload.tag,
        content: isInside ? .null : payload.content.tree
      )
    }
  }

  private init(_ outcome: ElementOutcome) { self = outcome }

  private init(kind: String, tag: TypeTag?, content: JSONTree) {
    self.kind = kind
    self.tag = tag
    self.content = content
  }

  private static func known(
    _ part: some Part,
    _ registry: PolymorphicRegistry<any Part>
  ) throws -> ElementOutcome {
    let encoded = try Backend.json.encode(part) { $0.register(registry) }
    return ElementOutcome(kind: "\(type(of: part))", tag: nil, content: encoded)
  }
}

// MARK: - Foretelling

extension ElementOutcome {
  /// The expected outcome: `JSONDecoder` decodes the payload alone if the element has a model.
  init(
    of element: PlacedElement,
    in bytes: [UInt8],
    at site: ElementSite,
    _ registry: PolymorphicRegistry<any Part>,
    knowingModels knowsModels: Bool
  ) throws {
    let tree = element.isInside ? .null : element.place.tree.asDecoded
    let model = site.models.first { model in
      element.found.tag.map { $0 == model.tag } ?? (model.label == element.found.label)
    }
    guard knowsModels, let model else {
      let kind = element.found.tag == nil ? "untagged" : "unregistered"
      self.init(kind: kind, tag: element.found.tag, content: tree)
      return
    }
    var payload: PlacedTree? = element.place
    if case .member(let key) = element.found.payload { payload = element.place[key] }
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    do {
      guard let payload else { throw Absent() }
      let part = try model.decode(decoder, Data(bytes[payload.range]))
      self.init(try Self.known(part, registry))
    } catch is DecodingError {
      self.init(kind: "malformed", tag: model.tag, content: tree)
    } catch is Absent {
      self.init(kind: "malformed", tag: model.tag, content: tree)
    }
  }

  private struct Absent: Error {}
}

// MARK: - Comparing values

extension PayloadValue {
  /// The value as a tree, with the first of duplicate keys.
  var tree: JSONTree {
    switch self {
    case .null: .null
    case .boolean(let boolean): .boolean(boolean)
    case .integer(let integer): .number(JSONNumber(integer))
    case .unsigned(let integer): .number(JSONNumber(integer))
    case .double(let double): JSONNumber(double).map { .number($0) } ?? .string("\(double)")
    case .number(let number): .number(JSONNumber(spelling: number))
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(\.tree))
    case .object(let members):
      JSONTree.object(members.map { JSONTree.Member(key: $0.key, value: $0.value.tree) })
        .asDecoded
    case .other(let scalar): .string("\(scalar)")
    }
  }
}

extension JSONTree {
  /// The tree without duplicate members, and with fractions rounded to `Double` unless
  /// they are too small for it.
  var asDecoded: JSONTree {
    switch self {
    case .array(let elements): return .array(elements.map(\.asDecoded))
    case .object(let members):
      var seen: Set<[UInt8]> = []
      let first = members.filter { seen.insert(Array($0.key.utf8)).inserted }
      return .object(first.map { Member(key: $0.key, value: $0.value.asDecoded) })
    case .number(let number) where !number.isWrittenAsInteger && !number.isTooSmall:
      return number.double.flatMap { JSONNumber($0) }.map { .number($0) } ?? self
    default: return self
    }
  }
}

extension JSONNumber {
  /// Whether the number is smaller than every `Double` but not zero.
  fileprivate var isTooSmall: Bool {
    double == 0 && spelling.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
  }
}
