public import Foundation

/// An error of a test: of a sample that can't be used, or of a table that isn't the recorded one.
///
/// ```swift
/// do {
///   try table.matches("Page.survival.txt")
/// } catch let failure as TestingFailure {
///   print(failure)
/// }
/// ```
public struct TestingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in one line or in one for each difference.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension TestingFailure: LocalizedError {
  /// The ``description``, which XCTest prints.
  public var errorDescription: String? { description }
}
