import Medley
import MedleyEngine

/// Finds the tag with a function of the app, which is called once for each value.
final class CustomFinder: TagFinder {
  private let readTag: (any Decoder) throws -> TypeTag?
  private let tags: CustomTags
  /// What the function returned or threw for the last value that it doesn't select a type for.
  private var reading = Result<TypeTag?, any Error>.success(nil)

  init(
    _ readTag: @escaping (any Decoder) throws -> TypeTag?,
    _ search: TagSearch,
    _ index: DocumentIndex
  ) {
    self.readTag = readTag
    tags = search.index { CustomTags(search.table.stringPositions) }
    super.init(index)
  }

  override func object(at position: Int) -> TaggedObject {
    do {
      let tag = try readTag(ValueDecoder(document: index.document, position: position))
      if case .string(let text)? = tag, let found = tags.find(text) {
        return TaggedObject(
          at: position,
          // Not the position of a member.
          tag: ~found,
          registration: tags.registrations[found]
        )
      }
      reading = .success(tag)
    } catch {
      reading = .failure(error)
    }
    return TaggedObject(at: position, registration: TaggedObject.otherValue)
  }

  override func tag(of object: TaggedObject) -> TypeTag { .string(tags.texts[~object.tag]) }

  override func member(of object: TaggedObject) -> TagMember {
    defer { reading = .success(nil) }
    return .custom(reading)
  }
}

/// The string tags that a function may return, which are found without hashing a tag.
private final class CustomTags: Sendable {
  let texts: [String]
  let registrations: [Int]
  private let index: TagIndex

  init(_ positions: [(tag: String, position: Int)]) {
    texts = positions.map(\.tag)
    registrations = positions.map(\.position)
    index = TagIndex(positions.enumerated().map { ($1.tag, $0) })
  }

  /// Returns the place of a tag in the list; nil if it isn't there.
  func find(_ text: String) -> Int? {
    let place = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe index.position(of: $0)
    }
    guard let place, place >= 0 else { return nil }
    return place
  }
}
