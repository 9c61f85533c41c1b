import Medley
import TestSupport
import Testing

/// A forgotten registry was taken for bad data: every element was dropped, in silence where nobody
/// listened.
@Suite struct LossyWithoutRegistryTests {
  private protocol Forgotten {}

  private struct Page: Decodable {
    @Lossy var items: [Polymorphic<any Forgotten>]
  }

  @Test(arguments: Backend.allCases)
  func `a missing registry fails the decoding, however lossy`(_ backend: Backend) throws {
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
/// wrapper in place of the value.
@Suite struct DefaultedMemberTests {
  private struct Post: Equatable {
    @Defaulted<Defaults.Zero> var views: Int
    @Defaulted<Defaults.Zero> @Lossless var likes: Int
  }

  @Test func `memberwise initialisers take the value`() {
    let post = Post(views: 3, likes: 4)
    #expect(post.views == 3 && post.likes == 4)
  }
}
