package import MedleyBase

/// An object whose members come from several parts, as `ObjectWriter` sees it.
///
/// The parts of a composition conform, in MedleyComposition.
package protocol MergedObject: AnyObject {
  /// Adds the members of a part that is a dictionary to those that are written as a whole.
  ///
  /// - Returns: False if the encoder takes no whole dictionary, whose keys it doesn't convert.
  /// - Throws: `EncodingError.invalidValue` if another part has another value under one key.
  func add(_ dictionary: any StringKeyedEncodable, of owner: any Any.Type) throws -> Bool

  /// The only container of the encoder, made when it is first needed.
  var container: KeyedEncodingContainer<WireKey> { get }

  /// Returns whether a part's member is to be written, which no other part has written.
  ///
  /// - Throws: `EncodingError.invalidValue` if another part has another value under the key.
  func admits(
    _ value: consuming RecordedValue,
    under key: WireKey,
    of owner: any Any.Type
  ) throws -> Bool

  /// Removes a member, because its value threw an error.
  func removeMember(under key: WireKey)

  /// Describes the conflict of a part's container under a key; nil if no other part has the key.
  func conflict(ofContainerUnder key: WireKey, of owner: any Any.Type) -> String?

  /// Adds the members that the keys of a part's container name.
  func add(_ keyType: any CodingKey.Type)

  /// Adds what a part owns, and the unknown elements that it has.
  func add(_ owners: MemberOwners)
}
