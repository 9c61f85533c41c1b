import Foundation

/// Events and their performances, similar to citm_catalog.json.
///
/// They have large dictionaries with integer keys and many small structures.
struct CatalogDocument {
  var count: Int
  var seed: UInt64 = 3

  var json: Data {
    var random = SeededRandom(state: seed)
    let names = dictionary(count) { "\"Area \($0)\"" }
    let events = dictionary(count) { index in
      let logo = index % 2 == 0 ? "null" : "\"\\/images\\/UE0AAAAACEKo6QAAAAZDSVRN\""
      return """
        {"description":null,"id":\(138_586_341 + index),"logo":\(logo),\
        "name":"30th Anniversary Tour \(index)","subTopicIds":[337184269,337184283],\
        "subjectCode":null,"subtitle":null,"topicIds":[324846099,107888604]}
        """
    }
    let performances = (0..<count).map { performance($0, &random) }.joined(separator: ",")
    return Data(
      """
      {"areaNames":\(names),"events":\(events),"performances":[\(performances)],\
      "venueNames":{"PLEYEL_PLEYEL":"Salle Pleyel"}}
      """.utf8
    )
  }

  private func dictionary(_ count: Int, _ value: (Int) -> String) -> String {
    let members = (0..<count).map { "\"\(205_705_993 + $0 * 7)\":\(value($0))" }
    return "{\(members.joined(separator: ","))}"
  }

  private func performance(_ index: Int, _ random: inout SeededRandom) -> String {
    let prices = (0..<1 + random.number(below: 5)).map { category in
      """
      {"amount":\(10_000 + random.number(below: 90) * 500),"audienceSubCategoryId":337100890,\
      "seatCategoryId":\(338_937_235 + category)}
      """
    }
    let categories = (0..<1 + random.number(below: 5)).map { category in
      let areas = (0..<1 + random.number(below: 8)).map {
        "{\"areaId\":\(205_705_993 + $0 * 7),\"blockIds\":[]}"
      }
      return """
        {"areas":[\(areas.joined(separator: ","))],"seatCategoryId":\(338_937_235 + category)}
        """
    }
    return """
      {"eventId":\(138_586_341 + index),"id":\(339_887_544 + index),"logo":null,"name":null,\
      "prices":[\(prices.joined(separator: ","))],\
      "seatCategories":[\(categories.joined(separator: ","))],"seatMapImage":null,\
      "start":\(1_372_701_600_000 + index * 86_400_000),"venueCode":"PLEYEL_PLEYEL"}
      """
  }
}
