import Foundation

/// The documents of our own making that the clients decode.
enum Fixtures {
  /// Returns a document among the resources.
  static func data(_ name: String) -> Data {
    guard let url = Bundle.module.url(forResource: name, withExtension: "json"),
      let data = try? Data(contentsOf: url)
    else { preconditionFailure("The resource \(name).json is missing") }
    return data
  }
}
