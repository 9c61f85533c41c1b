import Medley
import MedleyBase

/// An element of a feed, or the error that it failed with, and its place.
///
/// ```swift
/// for item in elements.results {
///   switch item.result {
///   case .success(let element): show(element)
///   case .failure: quarantine(item.sourceBytes, line: item.line)
///   }
/// }
/// ```
public struct FeedResult<Element> {
  /// The element, or the error.
  public let result: Result<Element, any Error>

  /// The number of elements before this one, including those that failed.
  public let index: Int

  /// The first byte of the element in the feed, beginning with 0; in an event, that of its data.
  public let offset: Int

  /// The line of that byte, beginning with 1.
  public let line: Int

  /// The last event id of an event; nil if there is none.
  public let eventID: String?

  /// The bytes of an element that failed, without the white space around it: of an event, those of its
  /// data.
  ///
  /// They are empty for an element that is too large, and where the text around elements is invalid.
  /// Nil if the element didn't fail.
  public let sourceBytes: [UInt8]?

  @inlinable @inline(__always)
  init(result: Result<Element, any Error>, position: FeedPosition, sourceBytes: [UInt8]?) {
    self.result = result
    (index, offset, line, eventID) = position
    self.sourceBytes = sourceBytes
  }

  init(_ failure: FeedFailure) {
    self.init(
      result: .failure(failure.error),
      position: failure.position,
      sourceBytes: failure.sourceBytes
    )
  }

  /// Returns the element.
  ///
  /// ```swift
  /// let element = try item.get()
  /// ```
  ///
  /// - Returns: The element.
  /// - Throws: The error of an element that failed.
  public func get() throws -> Element { try result.get() }
}

extension FeedResult: Sendable where Element: Sendable {}

/// An element that failed, or why reading did.
///
/// It is safe to send: only one without a decoder is sent, see ``reported(by:)``.
@usableFromInline struct FeedFailure: Error, @unchecked Sendable {
  let error: any Error
  let position: FeedPosition
  /// The bytes of the element; nil if reading failed.
  let sourceBytes: [UInt8]?
  /// The decoder of the element; nil if it isn't JSON.
  private(set) var decoder: (any Decoder)?
  /// Whether the feed ends with it.
  let isFinal: Bool
  /// What reports the element as dropped, if another task has decoded it.
  private var issues: (@Sendable () -> Void)?

  init(
    _ error: any Error,
    at position: FeedPosition,
    sourceBytes: [UInt8]?,
    decoder: (any Decoder)? = nil,
    isFinal: Bool = false
  ) {
    self.error = error
    self.position = position
    self.sourceBytes = sourceBytes
    self.decoder = decoder
    self.isFinal = isFinal || error.isFinal
  }

  /// Returns this failure without the decoder, which can't be sent.
  ///
  /// - Parameter issues: What reports the element as dropped.
  /// - Returns: The failure.
  func reported(by issues: (@Sendable () -> Void)?) -> FeedFailure {
    var failure = self
    (failure.decoder, failure.issues) = (nil, issues)
    return failure
  }

  /// Reports the element as dropped.
  func report(_ userInfo: @autoclosure () -> [CodingUserInfoKey: Any]) {
    if let issues {
      issues()
    } else if let decoder {
      DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    } else {
      DecodingIssue.report(
        error,
        at: (error as? DecodingError)?.errorPath ?? [],
        action: .dropped,
        for: userInfo()
      ) {
        // The bytes of an element that is too large aren't there.
        sourceBytes.flatMap {
          $0.isEmpty ? nil : .string(String(decoding: $0, as: UTF8.self))
        }
      }
    }
  }
}
