/// The entry point that libFuzzer calls with each input.
///
/// The first byte selects the target, the rest is its document. A trap, a report of the address
/// sanitizer or a failed comparison ends the run, and libFuzzer saves the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let first = input.first else { return 0 }
  // "0" selects the first target, so that seeds are readable.
  let targets = FuzzTarget.allCases
  targets[Int(first &- 48) % targets.count].run(Array(input.dropFirst()))
  return 0
}

/// Ends the run with a message if two results differ.
func expectEqual<Value: Equatable>(
  _ engine: Value,
  _ other: Value,
  _ document: [UInt8],
  _ what: String
) {
  guard engine != other else { return }
  fatalError(
    """
    \(what) of \(String(decoding: document, as: UTF8.self))
    engine: \(engine)
    other:  \(other)
    """
  )
}
