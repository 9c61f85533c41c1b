import Foundation
import Medley

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads an XML document: elements that share a name are an array, one alone is itself.
final class XMLTree: NSObject, XMLParserDelegate {
  private struct Element {
    var members: [(key: String, values: [PayloadValue])] = []
    var text = ""

    mutating func add(_ value: PayloadValue, _ key: String) {
      if let index = members.firstIndex(where: { $0.key == key }) {
        members[index].values.append(value)
      } else {
        members.append((key, [value]))
      }
    }

    var value: PayloadValue {
      let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if members.isEmpty { return .string(text) }
      var object = members.map { key, values in
        (key: key, value: values.count == 1 ? values[0] : .array(values))
      }
      if !text.isEmpty { object.append((key: "", value: .string(text))) }
      return .object(object)
    }
  }

  private var open = [Element()]

  static func root(of document: String) throws -> PayloadValue {
    let parser = XMLParser(data: Data(document.utf8))
    let tree = XMLTree()
    parser.delegate = tree
    guard parser.parse(), let root = tree.open.first?.members.first?.values.first else {
      throw UnexpectedValue(description: "no XML: \(document)")
    }
    // A document without anything is an object without members.
    return root == "" ? [:] : root
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    var element = Element()
    for (key, value) in attributes { element.add(.string(value), key) }
    open.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    open[open.count - 1].text += string
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    let value = open.removeLast().value
    open[open.count - 1].add(value, name)
  }
}
