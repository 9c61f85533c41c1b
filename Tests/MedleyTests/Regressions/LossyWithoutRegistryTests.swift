import Medley
import MedleyResilience
import TestSupport
import Testing

/// A missing registry was treated as invalid data: every element was dropped, without a report
/// unless one was collected.
@Suite struct LossyWithoutRegistryTests {
  private protocol Forgotten {}

  private struct Page: Decodable {
    @Lossy var items: [Polymorphic<any Forgotten>]
  }

  @Test(arguments: Backend.allCases)
  func `a missing registry is an error in lossy decoding`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode(Page.self, from: #"{"items":[{"type":"MOVIE"}]}"#)
    }
    let cause = try #require(error?.details?.underlyingError as? RegistrationError)
    #expect(cause.code == .missingRegistry)
    #expect(cause.description.contains("decoder.userInfo.register(registry)"))
    #expect(error?.details?.codingPath.place == "items[0]")
  }
}

/// `Defaulted` had an initialiser without arguments, which made memberwise initialisers take the
/// wrapper instead of the value.
@Suite struct DefaultedMemberTests {
  private struct Post: Equatable {
    @Defaulted<Defaults.Zero> var views: Int
    @Defaulted<Defaults.Zero> @Lossless var likes: Int
  }

  @Test func `memberwise initialisers take the wrapped value`() {
    let post = Post(views: 3, likes: 4)
    #expect(post.views == 3 && post.likes == 4)
  }
}
