/// The name of a type without modules and private contexts: `Page.Item`, `Array<Item>`.
///
/// `String(reflecting:)` writes the address of a private context, which differs from run to run.
///
/// It is a class, because names that were made are kept.
package final class QualifiedName: Sendable {
  private let text: String

  private init(_ text: String) { self.text = text }

  /// The names that were made, since the runtime makes one from its parts for each call.
  private static let made = TypeCache()

  /// Returns the name of a type.
  package static func of(_ type: any Any.Type) -> String {
    let id = ObjectIdentifier(type)
    let known = made.find(id) as? QualifiedName
    return (known ?? made.insert(QualifiedName(text(of: type)), for: id)).text
  }

  private static func text(of type: any Any.Type) -> String {
    var text = ""
    var rest = String(reflecting: type)[...]
    while let first = rest.first {
      guard first.isInName else {
        text.append(rest.removeFirst())
        continue
      }
      text += chain(&rest).joined(separator: ".")
    }
    return text
  }

  /// Returns the name of the type that declares a type of keys as its `CodingKeys`; nil for other keys.
  static func ofOwner(of key: any CodingKey) -> String? {
    let name = of(type(of: key))
    return name.hasSuffix(".CodingKeys") ? String(name.dropLast(".CodingKeys".count)) : nil
  }

  /// Removes the names that dots join, and returns them without the module and private contexts.
  private static func chain(_ rest: inout Substring) -> [Substring] {
    var names: [Substring] = []
    var isModule = true
    repeat {
      if rest.first == "." { rest.removeFirst() }
      let name = name(&rest)
      // The first name is that of the module, unless there is no other.
      if !(isModule && rest.first == "."), let name { names.append(name) }
      isModule = false
    } while rest.first == "." && rest.dropFirst().first?.startsName == true
    return names
  }

  /// Removes a name: `Page`, `(Page in _9A...)`, or `(unknown context at $55...)`, which is nil.
  private static func name(_ rest: inout Substring) -> Substring? {
    guard rest.first == "(" else {
      let name = rest.prefix(while: \.isInName)
      rest = rest.dropFirst(name.count)
      return name
    }
    let context = rest.prefix { $0 != ")" }.dropFirst()
    rest = rest.dropFirst(context.count + 2)
    let name = context.prefix { $0 != " " }
    return context.dropFirst(name.count).hasPrefix(" in ") ? name : nil
  }
}

extension Character {
  fileprivate var isInName: Bool { isLetter || isNumber || self == "_" }
  fileprivate var startsName: Bool { isInName || self == "(" }
}
