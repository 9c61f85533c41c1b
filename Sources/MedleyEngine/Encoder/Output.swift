package import Foundation
package import MedleyBase

/// A writer and the settings of its call.
///
/// It is a class, because encoders and containers refer to it, possibly after the encode call.
package final class Output {
  package let writer: JSONWriter
  // Not `package`: properties that other modules see are checked for exclusive access.
  private(set) var call = EncodingCallOptions.standard
  /// The settings that the cached keys depend on; nil if keys aren't cached.
  let basis: Int?
  /// The memory of sorting and indenting.
  lazy var layout = Layout()

  package var settings: EncodingCallOptions { call }

  init(basis: Int? = nil) {
    writer = JSONWriter()
    self.basis = basis
    writer.state.owner = UncountedReference(self)
  }

  deinit {
    writer.deallocate()
  }

  /// Takes the settings of an encode call, or the default ones after it.
  func begin(_ call: EncodingCallOptions) {
    guard self.call !== call else { return }
    self.call = call
    let options = call.options
    writer.state.depthLimit = options.depthLimit
    writer.state.escapesSlashes = options.escapesSlashes
    writer.state.convertsKeys = options.convertsKeys
    writer.state.keepsKeys = options.keepsKeys
  }

  /// Encodes the value on top of the document.
  ///
  /// - Throws: What the value throws, and `EncodingError` if it encodes nothing.
  package func encode<Value: Encodable>(_ value: Value) throws {
    let plan = writer.plan(Value.self)
    switch plan {
    case .byItself, .wrapper: try encode(value) { try value.encode(to: $0) }
    case .element(let type):
      try ValueAddress.of(value) { try type.encode(at: $0, with: writer, isDocument: true) }
    default: try writer.encode(value, as: plan)
    }
  }

  /// Encodes the value on top of the document by a function.
  package func encode<Value>(_ value: Value, by body: (ValueEncoder) throws -> Void) throws {
    try writer.withLevel(for: value) { encoder in
      try body(encoder)
      guard writer.levels[0].shape == .nothing, writer.levels.count == 1 else { return }
      throw JSONWriter.unencodable("Top-level \(Value.self) did not encode any values.", value)
    }
  }

  /// Encodes the value on top of the document without the member that leads it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - body: Encodes a value that isn't such an element.
  /// - Returns: What leads the element; nil if the function has encoded it.
  /// - Throws: What the value and the function throw, and `EncodingError` if nothing is encoded.
  package func encode<Value: Encodable>(
    bodyOf value: Value,
    or body: (ValueEncoder) throws -> Void
  ) throws -> (any MemberLeading)? {
    var leading: (any MemberLeading)?
    let plan = writer.plan(Value.self)
    try encode(value) { encoder in
      if case .element(let type) = plan {
        // A cast takes a tenth of a small element.
        leading = try ValueAddress.of(value) { try type.encodeBody(at: $0, to: encoder) }
      }
      if leading == nil { try body(encoder) }
    }
    return leading
  }

  /// Completes the document: joins what was written late, sorts and indents.
  func finish() throws {
    if !writer.state.segments.isEmpty { writer.joinSegments() }
    let format = call.options.format
    if writer.state.mayRepeat || format.contains(.sortedKeys) || format.contains(.prettyPrinted) {
      try layout.apply(format, to: writer)
    }
  }

  /// Ends an encode call and returns the containers that are still referenced, which write nothing.
  func end() -> [PooledContainer<EncodingContainerState>] {
    let held = writer.state.containers.endCall()
    writer.reset()
    // The user information may retain what is large.
    begin(.standard)
    return held
  }
}

/// A pool of outputs for encode calls; an output is reused with the settings of its basis.
package typealias OutputPool = CallPool<Output>

extension Output {
  /// The pool of the process.
  package static let pool = OutputPool()

  fileprivate var hasSmallCaches: Bool {
    basis != nil && writer.state.plans.count <= OutputPool.largestCache
      && writer.state.containers.typeCount <= OutputPool.largestCache
  }

  /// The number of containers that are kept for reuse.
  package var containerCount: Int { writer.state.containers.containerCount }

  /// The size of the memory for the document.
  package var capacity: Int { writer.output.capacity }
}

extension OutputPool {
  /// Encodes a value, and calls a function with the document.
  ///
  /// - Parameters:
  ///   - call: The settings.
  ///   - encode: A function that encodes the value.
  ///   - body: The function.
  /// - Returns: The result of `body`.
  /// - Throws: What `encode` throws.
  package func withOutput<Result>(
    for call: EncodingCallOptions,
    _ encode: (Output) throws -> Void,
    _ body: (Output) -> Result
  ) throws -> Result {
    // One without a basis is never in the pool.
    var output = take { $0.basis == call.basis } ?? Output(basis: call.basis)
    output.begin(call)
    defer { finish(&output) }
    try encode(output)
    try output.finish()
    return body(output)
  }

  /// Returns an output to the pool, unless it is still referenced.
  @inline(never) private func finish(_ output: inout Output) {
    let held = output.end()
    if !held.isEmpty {
      for container in held { container.state.detach() }
      keep(held, of: nil)
    }
    if isKnownUniquelyReferenced(&output), output.hasSmallCaches { give(output) }
  }
}

extension Output {
  /// The bytes of the document.
  package var bytes: UnsafeRawBufferPointer { unsafe writer.output.written.memory }

  /// Appends the document to an array.
  package func append(to bytes: inout [UInt8]) { writer.output.written.append(to: &bytes) }

  /// Returns the document.
  package func makeData() -> Data { unsafe Data(bytes) }
}
