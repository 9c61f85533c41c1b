import Foundation
import Medley
import MedleyResilience
import Testing

/// A client's protocol, to which a wrapper conforms if its value can be decoded in part.
private protocol Blank {
  var isBlank: Bool { get }
}

extension Optional: Blank {
  fileprivate var isBlank: Bool { self == nil }
}

extension Lossy: Blank where Value: LossyDecodable & Blank {
  fileprivate var isBlank: Bool { wrappedValue.isBlank }
}

@Suite struct ClientProtocolTests {
  private struct Marked<Value: Blank & Codable>: Codable {
    var value: Value
  }

  private struct Keyed<Value: KeyedDecodable & KeyedEncodable>: Codable {
    var value: Value
  }

  private struct Page: Codable {
    var marked: Marked<Lossy<Int?>>
    var keyed: Keyed<Lossy<Int?>>
    var list: Keyed<Lossy<[Int]>>
  }

  // Swift 6.3.1 finds no metadata of such a type if LossyDecodable is declared in the core: the
  // conformances of Optional and Array are in a third module then.
  @Test func `a wrapper is an argument of a type that asks for a client's protocol`() throws {
    let json = #"{"marked":{"value":"x"},"keyed":{"value":"y"},"list":{"value":[1,"z"]}}"#
    let page = try JSONDecoder().decode(Page.self, from: Data(json.utf8))
    #expect(page.marked.value.isBlank)
    #expect(page.keyed.value.wrappedValue == nil)
    #expect(page.list.value.wrappedValue == [1])
  }
}
