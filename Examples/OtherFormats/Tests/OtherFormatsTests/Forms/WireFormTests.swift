import Formats
import Medley
import Testing

@Suite struct WireFormTests {
  @Test(arguments: WireForm.allCases, Format.allCases)
  func `decodes the known elements`(_ form: WireForm, _ format: Format) throws {
    let items = try format.items([form.movie, form.book], with: form.registry)
    #expect(items == WireForm.known)
  }

  @Test(arguments: WireForm.allCases, Format.allCases)
  func `encodes the known elements unchanged`(_ form: WireForm, _ format: Format) throws {
    let written = try format.encodedItems(WireForm.known, with: form.registry)
    #expect(written == format.image(of: [form.movie, form.book]))
  }

  @Test(arguments: WireForm.allCases, Format.allCases)
  func `a round trip gives equal elements`(_ form: WireForm, _ format: Format) throws {
    let feed = Items(items: WireForm.known)
    #expect(try format.roundTrip(feed, with: form.registry) == feed)
  }

  @Test(arguments: WireForm.allCases, Format.allCases)
  func `keeps an unknown element and encodes it unchanged`(
    _ form: WireForm,
    _ format: Format
  ) throws {
    var registry = form.registry
    registry.policies.missing = .keep  // deduced and custom ones have no tag to be unknown by
    // Two unknown elements, since XML doesn't distinguish one element from an array.
    let items = try format.items([form.opera, form.opera], with: registry)
    let payload = try #require(items.first?.unknown)
    #expect(payload.tag == form.unknownTag)
    #expect(payload.reason == (form.unknownTag == nil ? .untagged : .unregistered))
    #expect(payload.content == format.image(of: form.opera))
    #expect(
      try format.encodedItems(items, with: registry) == format.image(of: [form.opera, form.opera])
    )
  }

  @Test(arguments: Format.allCases)
  func `decodes every alternative and encodes the first`(_ format: Format) throws {
    let form = WireForm.or
    let items = try format.items(
      [
        ["kind": "MOVIE", "title": "Heat", "minutes": 170],
        ["BOOK": ["title": "Momo", "pages": 304]],
      ],
      with: form.registry
    )
    #expect(items == WireForm.known)
    #expect(
      try format.encodedItems(items, with: form.registry)
        == format.image(of: [form.movie, form.book])
    )
  }
}

// MARK: - The place of the tag

@Suite struct TagPositionTests {
  @Test(arguments: [0, 1, 2], Format.allCases)
  func `finds the tag at the beginning, in the middle and at the end`(
    _ position: Int,
    _ format: Format
  ) throws {
    var members: [PayloadValue.Member] = [
      (key: "title", value: "Heat"), (key: "minutes", value: 170),
    ]
    members.insert((key: "type", value: "MOVIE"), at: position)
    let items = try format.items([.object(members)], with: Feed.registry)
    #expect(items == [.known(Movie(title: "Heat", minutes: 170))])
  }

  @Test(arguments: Format.allCases)
  func `encodes the tag first in formats that keep the order`(_ format: Format) throws {
    let feed = Feed(items: [.known(Movie(title: "Heat", minutes: 170))])
    let document = try format.encode(feed) { $0.register(Feed.registry) }
    let expected =
      switch format {
      case .yaml:
        """
        items:
        - type: MOVIE
          title: Heat
          minutes: 170

        """
      case .toml:
        """
        [[items]]
        minutes = 170
        title = 'Heat'
        type = 'MOVIE'

        """
      case .xml:
        """
        <feed>
          <items>
            <type>MOVIE</type>
            <title>Heat</title>
            <minutes>170</minutes>
          </items>
        </feed>

        """
      }
    #expect(document == expected)
  }

  @Test(arguments: [Format.yaml, .xml])
  func `encodes the objects around a tag first`(_ format: Format) throws {
    let feed = Feed(items: [.known(Movie(title: "Heat", minutes: 170))])
    let document = try format.encode(feed) { $0.register(WireForm.path.registry) }
    let tag = try #require(document.firstRange(of: "kind"))
    let title = try #require(document.firstRange(of: "title"))
    #expect(tag.lowerBound < title.lowerBound)
  }
}
