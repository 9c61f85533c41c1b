#if os(macOS) || os(Linux) || os(Windows)
import Foundation

/// An example of this package, run as its executable.
struct Example {
  let output: String
  let errors: String
  let status: Int32

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  init(_ name: String, _ arguments: [String] = [], input: String = "") throws {
    let process = Process()
    process.executableURL = Self.products.appending(path: name)
    process.arguments = arguments
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try process.run()
    // Input and output of the examples are small enough for the pipes' buffers.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    output = try Self.text(standardOutput)
    errors = try Self.text(standardError)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  private static func text(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// The folder of executables, which is beside the tests.
  private static var products: URL {
    #if os(macOS)
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return (bundle ?? .main).bundleURL.deletingLastPathComponent()
    #else
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
#endif
