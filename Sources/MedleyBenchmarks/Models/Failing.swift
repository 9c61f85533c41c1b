import Medley
import MedleyResilience

/// A type that throws its own error for every value.
struct Refusing: Decodable {
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "refused")
    )
  }
}

/// An element that may contain another one.
struct Parent: Media {
  var id: Int { 0 }
  var child: Polymorphic<any Media>?

  private enum CodingKeys: CodingKey {
    case child
  }
}

/// A list of lists.
struct LossyList: Decodable {
  @Lossy var children: [LossyList]
}

/// The paths of the elements of an array, from the last to the first.
struct Backwards: Decodable {
  let sum: Int

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var decoders: [any Decoder] = []
    while !container.isAtEnd { decoders.append(try container.superDecoder()) }
    sum = decoders.reversed().reduce(0) { $0 + ($1.codingPath.last?.intValue ?? 0) }
  }
}
