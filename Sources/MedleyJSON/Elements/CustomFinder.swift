import Medley
import MedleyEngine

/// Finds the tag with a function of the app, which is called once for each value.
final class CustomFinder: TagFinder {
  private let readTag: (any Decoder) throws -> TypeTag?
  private let tags: KeyTags
  /// What the function returned or threw for the last value that it doesn't select a type for.
  private var reading = Result<TypeTag?, any Error>.success(nil)

  init(
    _ readTag: @escaping (any Decoder) throws -> TypeTag?,
    _ search: TagSearch,
    _ index: DocumentIndex
  ) {
    self.readTag = readTag
    tags = KeyTags.of(search)
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    do {
      let tag = try readTag(index.decoder(at: position))
      if case .string(let text)? = tag, let place = tags.place(ofString: text) {
        // Not the position of a member.
        return TaggedObject(tags.all[place].position, at: position, tag: ~place)
      }
      reading = .success(tag)
    } catch {
      reading = .failure(error)
    }
    return .other(at: position)
  }

  override func tag(of object: TaggedObject) -> TypeTag { tags.all[~object.tag].tag }

  override func member(of object: TaggedObject) -> TagMember {
    defer { reading = .success(nil) }
    return .custom(reading)
  }
}
