import Medley
import MedleyEngine

/// Decodes elements of a registry, such as `Polymorphic`.
///
/// Both the element and its base are generic arguments, because getting one from the other takes a
/// lookup.
final class PolymorphicElementDecoder<Element: KnownElement, Base>: ReportingElementDecoder<Element>
where Element.Base == Base {
  private let elements: RegisteredElements<Base>

  init?(_ registry: SharedRegistry<Base>, in index: DocumentIndex) {
    guard let elements = RegisteredElements(registry, in: index) else { return nil }
    self.elements = elements
    super.init(index)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let object = elements.object(at: position)
    guard object.isRegistered else { return try read(object, &mark) }
    do {
      let element = Element.known(try elements.decode(object))
      if !mark.isSilent, mark.hasIssues { mark.advance(tagging: elements.tag(of: object)) }
      return element
    } catch {
      return try recover(from: error, object, &mark)
    }
  }

  @inline(never) private func read(
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    let element = Element.element(try elements.read(object, mark))
    // The next element must not remove the issues of this one.
    if !mark.isSilent { mark.advance() }
    return element
  }

  @inline(never) private func recover(
    from error: any Error,
    _ object: TaggedObject,
    _ mark: inout IssueMark
  ) throws -> Element {
    mark.removeIssues()
    let element = Element.element(try elements.recover(from: error, object))
    mark.advance()
    return element
  }
}
