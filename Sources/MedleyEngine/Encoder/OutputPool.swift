package import Foundation

/// A pool of outputs for encode calls; an output is reused with settings of its `EncodingBasis`.
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
  private func take(for call: EncodingCallOptions) -> Output {
    let output = call.basis.flatMap { basis in take { $0.basis == basis } } ?? Output()
    output.begin(call, call.basis)
    return output
  }

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
    var output = take(for: call)
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
  package var bytes: UnsafeRawBufferPointer { unsafe writer.output.bytes }

  /// Appends the document to an array.
  package func append(to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: self.bytes)
  }

  /// Returns the document.
  ///
  /// That of a large one isn't copied.
  package func makeData() -> Data {
    let count = writer.output.count
    guard count >= 1 << 18 else { return unsafe Data(writer.output.bytes) }
    return writer.output.release(replacingBy: 1 << 16).data(of: count)
  }
}

extension OwnedMemory<UInt8> {
  /// Returns the first bytes as data, which frees the memory.
  fileprivate func data(of count: Int) -> Data {
    unsafe Data(bytesNoCopy: resized(to: count).base, count: count, deallocator: .free)
  }
}
