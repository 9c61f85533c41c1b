import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A `PayloadValue` took 64 bytes, and an unknown element 160 beside its text.
@Suite struct MemoryOfValuesTests {
  @Test func `a value takes 24 bytes and a member 40`() {
    #expect(MemoryLayout<PayloadValue>.stride == 24)
    #expect(MemoryLayout<PayloadValue.Member>.stride == 40)
  }

  @Test func `a scalar of a format of its own keeps its value`() {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let scalar = PayloadValue.other(date)
    guard case .other(let value) = scalar else { return #expect(Bool(false)) }
    #expect(value as? Date == date)
    #expect(scalar == .other(date))
    #expect(Set([scalar, .other(date)]).count == 1)
  }

  #if canImport(Glibc)
  protocol Media: Codable, Sendable {}

  enum Item: PolymorphicEnum {
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<Item>("type")

    var payload: UnknownPayload {
      switch self {
      case .unknown(let payload): payload
      }
    }
  }

  /// Returns the number of bytes that were allocated for an object.
  private static func size(of object: AnyObject) throws -> Int {
    // The function isn't in the module of the C library.
    typealias Function = @convention(c) (UnsafeMutableRawPointer) -> Int
    let symbol = try unsafe #require(dlsym(nil, "malloc_usable_size"))
    let function = unsafe unsafeBitCast(symbol, to: Function.self)
    return unsafe function(Unmanaged.passUnretained(object).toOpaque())
  }

  @Test(arguments: Backend.allCases)
  func `unknown elements take 80 bytes beside their content`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("type")
    let text = "[\((0..<50).map { #"{"type":"NEW","n":\#($0)}"# }.joined(separator: ","))]"
    let elements: [Polymorphic<any Media>] = try backend.decode(from: text) {
      $0.register(registry)
    }
    let items: [Item] = try backend.decode(from: text)
    let unknown = elements.compactMap(\.unknown) + items.map(\.payload)
    // A payload is one reference to an object.
    let sizes = try unknown.map { try Self.size(of: unsafe unsafeBitCast($0, to: AnyObject.self)) }
    // Some are in the larger memory of an object that was freed.
    #expect(sizes.count == 100)
    #expect(try #require(sizes.min()) + MemoryLayout<Int>.size == 80)
    #expect(unknown.allSatisfy { $0.tag == "NEW" && $0.reason == .unregistered })
  }
  #endif

  /// Elements share what they have in common, but not more.
  @Test(arguments: Backend.allCases)
  func `elements of one feed keep their own reasons and registries`(_ backend: Backend) throws {
    struct Book: Codable, Equatable { var title: String }
    var books = PolymorphicRegistry<Book>("kind")
    books.policies.missing = .keep
    books.policies.wrongKind = .keep
    books.policies.malformed = .keep
    try books.register(Book.self, for: "BOOK")
    let text = #"""
      [{"kind":"NEW"},{},{"kind":[]},{"kind":"BOOK"},{"kind":"BOOK","title":1},{"kind":"OLD"}]
      """#
    let elements: [Polymorphic<Book>] = try backend.decode(from: text) { $0.register(books) }
    let unknown = elements.compactMap(\.unknown)
    #expect(
      unknown.map { "\($0.reason)" }
        == ["unregistered", "untagged", "wrongKind", "malformed", "malformed", "unregistered"]
    )
    guard case .malformed(let first) = unknown[3].reason,
      case .malformed(let second) = unknown[4].reason
    else {
      Issue.record("\(unknown)")
      return
    }
    #expect("\(first)" != "\(second)")
  }
}
