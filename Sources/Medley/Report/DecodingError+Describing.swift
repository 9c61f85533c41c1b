extension DecodingError {
  /// What is wrong, in a few words and without the path.
  var fault: String {
    if let cause = context?.underlyingError as? DiscriminatorError { return cause.description }
    switch self {
    case .keyNotFound: return "missing"
    case .valueNotFound(let type, _): return "expected \(Self.name(of: type)), found null"
    case .typeMismatch(let type, let context):
      let found = Self.found(in: context.debugDescription).map { ", found \($0)" } ?? ""
      return "expected \(Self.name(of: type))\(found)"
    case .dataCorrupted(let context): return context.debugDescription
    @unknown default: return "\(self)"
    }
  }

  /// The name of a type in terms of the payload.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "a Boolean"
    case is any BinaryInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    default:
      switch "\(type)" {
      case let name where name.hasPrefix("Array<"): "an array"
      case "Sequence", "TOMLArray": "an array"
      case let name where name.hasPrefix("Dictionary<"): "an object"
      case "Mapping", "TOMLTable": "an object"
      case let name: name
      }
    }
  }

  /// Foundation's decoders end the sentence with what they found.
  private static func found(in description: String) -> String? {
    let parts = description.split(separator: " but found ")
    guard parts.count == 2, let last = parts.last, last.hasSuffix(" instead.") else { return nil }
    let found = String(last.dropLast(" instead.".count))
    // Others name types of their own, such as Node, which say nothing about the payload.
    guard found.first?.isLowercase == true, !found.contains("<") else { return nil }
    return found == "number" ? "a number" : found
  }
}

extension [any CodingKey] {
  /// The path as Swift would write it: `items[3].director`.
  var described: String {
    guard !isEmpty else { return "the top level" }
    var path = ""
    for key in self {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path
  }
}
