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
    return try PolymorphicJSONDecoder().decode(UnknownPayload.self, from: bytes)
  }
}

extension DocumentIndex {
  /// Appends a value without the members at paths, and without the objects that are empty then.
  ///
  /// - Parameters:
  ///   - position: The position of the value.
  ///   - paths: The paths, all of which lead through the value.
  ///   - depth: The number of keys to the value.
  ///   - bytes: What is appended to.
  /// - Returns: Whether anything is left: false for an object that is empty then.
  @discardableResult
  fileprivate func append(
    _ position: Int,
    without paths: [[String]],
    _ depth: Int = 0,
    to bytes: inout [UInt8]
  ) -> Bool {
    guard kind(position) == .object, !paths.isEmpty else {
      append(position, to: &bytes)
      return true
    }
    var container = MergedContainer(of: position, in: self)
    for (place, child) in container.children.enumerated() {
      let key = string(at: child.key)
      let inner = paths.filter { depth < $0.count && $0[depth] == key }
      if inner.contains(where: { $0.count == depth + 1 }) { continue }
      let (unchanged, count) = (container, bytes.count)
      container.begin(place, to: &bytes)
      if !append(child.value, without: inner, depth + 1, to: &bytes) {
        container = unchanged
        bytes.removeSubrange(count...)
      }
    }
    container.end(&bytes)
    return container.hasChildren
  }
}
