import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *GraphQL*.
@Suite struct GraphQLTests {
  struct Response: Codable {
    var data: Search?
    var errors: [GraphQLError]?
  }

  struct Search: Codable {
    @Lossy var search: [Hit?]
  }

  enum Hit: PolymorphicEnum {
    case human(Human)
    case starship(Starship)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Hit>("__typename") {
      try $0.register(for: "Human", as: Hit.human)
      try $0.register(for: "Starship", as: Hit.starship)
    }
  }

  struct Human: Codable { var name: String, height: Double? }
  struct Starship: Codable { var name: String, length: Double }

  struct GraphQLError: Codable {
    var message: String
    var path: [PayloadValue]?
  }

  static let response = #"""
    {"data": {"search": [
       {"__typename": "Human", "name": "Leia", "height": 1.5},
       {"__typename": "Droid"},
       null]},
     "errors": [{"message": "Timeout", "path": ["search", 2]}]}
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.response.utf8)
    let (response, report) = try DecodingReport.collecting {
      try JSONDecoder().decode(Response.self, from: data)
    }
    print(report.unknownTags)
    #expect(response.data?.search.count == 3)
    #expect(report.unknownTags == ["Droid": 1])
  }

  @Test(arguments: Backend.recipes)
  func `encodes known, unknown and null hits unchanged`(_ backend: Backend) throws {
    let response = try backend.keep(Response.self, Self.response)
    let hits = try #require(response.data?.search)
    #expect(hits.count == 3)
    guard case .unknown(let droid) = hits[1] else {
      Issue.record("\(hits)")
      return
    }
    #expect(droid.tag == "Droid")
    #expect(hits[2] == nil)
    #expect(response.errors?.first?.path == ["search", 2])
  }

  @Test(arguments: Backend.recipes)
  func `a broken hit is dropped and reported`(_ backend: Backend) throws {
    let json = Self.response.replacingOccurrences(of: #""Leia""#, with: "7")
    let (response, report) = try DecodingReport.collecting {
      try backend.decode(Response.self, from: json)
    }
    #expect(response.data?.search.count == 2)
    #expect(report.issues.map(\.codingPath.place) == ["data.search[0].name"])
    #expect(report.droppedCount == 1)
  }
}
