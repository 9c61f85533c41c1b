import Foundation
package import Medley
import MedleyBeside
import MedleyEngine

// MARK: - The bodies of unknown elements, cut out of their bytes

extension Source: BodySource {
  package func payload(of element: UnknownPayload) throws -> UnknownPayload {
    try element.decode(as: UnknownPayload.self, using: PolymorphicJSONDecoder())
  }

  package func element(
    _ element: UnknownPayload,
    without paths: [[String]]
  ) throws -> UnknownPayload {
    let bytes = try DocumentIndex.with(element.sourceBytes ?? []) { text in
      var bytes: [UInt8] = []
      text.append(0, without: paths, to: &bytes)
      return bytes
    }
    return try PolymorphicJSONDecoder().decode(UnknownPayload.self, from: Data(bytes))
  }
}

extension DocumentIndex {
  /// Appends a value without the members at paths, and without the objects that are empty then.
  ///
  /// - Returns: Whether anything is left: false for an object that is empty then.
  @discardableResult
  fileprivate func append(
    _ position: Int,
    without paths: [[String]],
    to bytes: inout [UInt8]
  ) -> Bool {
    guard kind(position) == .object, !paths.isEmpty else {
      append(position, to: &bytes)
      return true
    }
    let layout = ContainerLayout(of: position, in: self)
    var kept: [(place: Int, bytes: [UInt8])] = []
    for (place, child) in layout.children.enumerated() {
      let inner = paths.filter { $0.first == string(at: child.key) }.map { Array($0.dropFirst()) }
      if inner.contains(where: \.isEmpty) { continue }
      var member: [UInt8] = []
      append(range(of: child.key).lowerBound..<range(of: child.value).lowerBound, to: &member)
      if append(child.value, without: inner, to: &member) { kept.append((place, member)) }
    }
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in kept.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let leading = layout.leading(member.place, isFirst: index == 0, in: self)
      let trailing = layout.trailing(member.place, isLast: index == kept.count - 1)
      if let leading { append(leading, to: &bytes) }
      bytes += member.bytes
      if let trailing { append(trailing, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "}"))
    return !kept.isEmpty
  }
}
