import Medley

/// What the sample of a payload is encoded as.
enum SampleKind: String, CustomStringConvertible {
  case object, array, string, boolean, integer, number, null
  /// A string, a number or a Boolean.
  case scalar

  var description: String {
    switch self {
    case .null: "null"
    case .boolean: "a Boolean"
    case .object, .array, .integer: "an \(rawValue)"
    case .string, .number, .scalar: "a \(rawValue)"
    }
  }

  /// Finds out what a payload is encoded as, from a sample or else from what it reads.
  ///
  /// Returns nil if that can't be known.
  init?(_ observation: SampleObservation) {
    let reads = observation.reads
    let payload = observation.payload as? any Encodable
    switch payload.flatMap({ try? PayloadValue(encoding: $0, userInfo: [:]) }) {
    case .null: self = .null
    case .boolean: self = .boolean
    case .integer, .unsigned: self = .integer
    case .double, .number: self = .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    case .other: self = .scalar
    case nil where reads.readsObject: return nil
    case nil where reads.readsArray: self = .array
    case nil where reads.readsScalar: self = .scalar
    case nil: return nil
    }
  }

  /// The tags of JSON kinds that a payload may be read as.
  func tags(_ isRegistered: (TypeTag) -> Bool) -> [TypeTag] {
    switch self {
    case .scalar: ["string", "boolean", "integer", "number"]
    case .integer: isRegistered("integer") ? ["integer"] : ["number"]
    default: [.string(rawValue)]
    }
  }
}
