import Medley
import MedleyEngine

/// Decodes elements that are polymorphic enums.
final class EnumElementDecoder<Element: PolymorphicDecodable>: ReportingElementDecoder<Element> {
  private let elements: RegisteredElements<Element>

  init?(in index: DocumentIndex) {
    let registry = Element.sharedRegistry
    guard let elements = RegisteredElements(registry, in: index, accepting: Element.payloadTest)
    else { return nil }
    self.elements = elements
    super.init(index)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = elements.object(at: position)
    guard object.isRegistered else { return try read(object, &mark) }
    do {
      let element = try elements.decode(object)
      // Tested here, because a call that names the element looks up its type.
      if !mark.isSilent, mark.hasIssues { mark.advance(tagging: elements.tag(of: object)) }
      return element
    } catch {
      return try recover(from: error, object, &mark)
    }
  }

  // Never inlined: a function with a `Polymorphic` looks up its metadata on entry.

  @inline(never) private func read(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    let element = try Element.enumCase(of: elements.read(object, mark))
    // The next element must not remove the issues of this one.
    mark.advance()
    return element
  }

  @inline(never) private func recover(
    from error: any Error,
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    mark.removeIssues()
    let element = try Element.enumCase(of: elements.recover(from: error, object))
    mark.advance()
    return element
  }
}
