import MedleyBase

// MARK: - Finding paths

extension JSONWriter {
  /// The path of an encoder or a container.
  func path(_ level: Int, _ serial: Int) -> [any CodingKey] {
    if level < levels.count, level >= 0, levels[level].serial == serial { return path(of: level) }
    return path(ofPlace: serial)
  }

  /// The path of a level.
  func path(of level: Int) -> [any CodingKey] {
    let base = base(of: level)
    var path: [any CodingKey] = []
    if levels[base].segment >= 0 {
      // It goes on late with an open level, or with a place.
      let origin = state.segments[Int(levels[base].segment)].origin
      path = origin.map { self.path(of: $0) } ?? self.path(ofPlace: levels[base].serial)
    }
    return path + (base..<level).compactMap { key(of: $0) }
  }

  /// The path of the last member or element, or of the last value if that has none.
  package var lastPath: [any CodingKey] {
    let last = levels.count - 1
    return last < 0 ? [] : path(of: last) + (key(of: last).map { [$0] } ?? [])
  }

  /// The path of the place with a serial; empty if it is ended.
  private func path(ofPlace serial: Int) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var next = place(serial)
    while let index = next {
      keys.append(state.places[index].key.key)
      let parent = state.places[index].parent
      if parent.level < levels.count, levels[parent.level].serial == parent.serial {
        return path(of: parent.level) + keys.reversed()
      }
      next = place(parent.serial)
    }
    return keys.reversed()
  }

  /// The last key or index of a level; nil if it is no container.
  private func key(of level: Int) -> (any CodingKey)? {
    switch levels[level].shape {
    case .nothing, .scalar: return nil
    case .array: return IndexKey(levels[level].count - 1)
    case .object:
      if let field = state.shapes.name(of: levels[level].lastField) { return WireKey(field) }
      if let (keys, number) = levels[level].cachedKey { return WireKey(keys[number].name) }
      if level < state.originals.count, let original = state.originals[level] { return original }
      // Perhaps: keys of an enum are cached.
      return WireKey(
        key(ofMemberAt: levels[level].member),
        levels[level].keyNumber,
        isOfDictionary: true
      )
    }
  }

  /// Reads a key that was written, after the comma if there is one.
  private func key(ofMemberAt member: Int) -> String {
    guard member < output.count else { return "" }
    let start = output[member] == UInt8(ascii: ",") ? member + 1 : member
    var end = start + 1
    while end < output.count, output[end] != UInt8(ascii: "\"") {
      end += output[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < output.count else { return "" }
    let text = output.written.part(from: start, count: end - start + 1)
    let key = try? Document.pool.withUTF8Document(text, for: .standard) { $0.index.string(at: 0) }
    return key ?? ""
  }
}

// MARK: - Failing

extension JSONWriter {
  /// The error for a value that JSON can't express.
  static func unencodable(
    _ description: String,
    _ value: Any = Any?.none as Any,
    at path: [any CodingKey] = []
  ) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: description.bounded()))
  }

  /// The error for infinity or NaN.
  @inline(never) func unencodable(number: Any, at path: [any CodingKey]) -> EncodingError {
    let name = "\(type(of: number)).\(number)"
    return Self.unencodable("Unable to encode \(name) directly in JSON.", number, at: path)
  }

  /// The error for values that are nested too deeply.
  package func tooDeep(_ value: Any) -> EncodingError {
    Self.unencodable(
      """
      The value is nested more than \(state.depthLimit) levels deep. Encode fewer levels, or set \
      depthLimit.
      """,
      value
    )
  }

  @inline(never) func failOnDepth() {
    if state.fault == nil { state.fault = tooDeep(Any?.none as Any) }
  }

  /// Stores the error for a value that is encoded in two ways.
  @inline(never) func failOnShape(_ level: Int, _ found: String) {
    guard state.fault == nil else { return }
    state.fault = Self.unencodable(
      "What is encoded here is \(levels[level].shape) and \(found) at once.",
      at: path(of: level)
    )
  }

  /// Throws the error of a function that couldn't throw it.
  @inline(never) func throwFault() throws {
    guard let error = state.fault else { return }
    state.fault = nil
    throw error
  }
}
