public import Medley

// MARK: - Tagging elements from beside them

extension FeedFormat {
  /// Returns this format for events whose names are the tags of their data.
  ///
  /// ```swift
  /// // event: delta
  /// // data: {"text": "He"}
  /// let events = decoder.elements(
  ///   of: Polymorphic<any ServerEvent>.self,
  ///   in: body,
  ///   as: .serverSentEvents(until: "[DONE]").taggedByEvents()
  /// )
  /// ```
  ///
  /// The data is the payload alone, in every wire form, and needn't be an object. An event without a name
  /// has its tag in its data, as do elements of other formats. ``serverSentEvents(until:tagKey:prefersPayload:)``
  /// writes the name into the data instead, for types that want it there.
  ///
  /// - Parameter overridesBody: Whether another tag in the data is an issue, and no error.
  /// - Returns: The format.
  /// - Complexity: O(1).
  public func taggedByEvents(overridingBody overridesBody: Bool = false) -> FeedFormat {
    tagged(overridingBody: overridesBody) { _, event in event.map { TypeTag($0) } }
  }

  /// Returns this format with a tag beside each element, which a function says.
  ///
  /// ```swift
  /// // One line for each of the names.
  /// let format = FeedFormat.lines.tagged { index, _ in names[index] }
  /// var events = decoder.elements(
  ///   of: Event.self, in: file, as: format)
  /// ```
  ///
  /// The registry, its policies, reports and errors are those of elements that have their tags:
  /// [](doc:/Medley/TagsBesideDocuments). Elements must be of a type that is `TaggedDecodable`, such as
  /// `Polymorphic`. One of another type fails.
  ///
  /// - Parameters:
  ///   - overridesBody: Whether another tag in an element is an issue, and no error.
  ///   - tag: A function that returns the tag of an element, by its index in the feed and the type of its
  ///     event; nil if the element has its tag inside. It is called when the element is decoded, also
  ///     from other threads.
  /// - Returns: The format.
  /// - Complexity: O(1).
  @preconcurrency
  public func tagged(
    overridingBody overridesBody: Bool = false,
    by tag: @escaping @Sendable (_ index: Int, _ event: String?) -> TypeTag?
  ) -> FeedFormat {
    var format = self
    format.tagging = (tag, overridesBody)
    return format
  }

  /// Where the tags of elements come from, if they stand beside them.
  typealias Tagging = (tag: @Sendable (Int, String?) -> TypeTag?, overridesBody: Bool)
}
