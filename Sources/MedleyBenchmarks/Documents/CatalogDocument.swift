import Foundation

/// Events and their performances, similar to citm_catalog.json.
///
/// They are in dictionaries with keys like integers, and in small structures that repeat; seven of
/// ten bytes are white space.
struct CatalogDocument {
  var count: Int
  var seed: UInt64 = 3

  var json: Data {
    var random = SeededRandom(state: seed)
    let areas = dictionary(17, from: 205_705_993) { "\"\($0)ème balcon bergerie jardin\"" }
    let events = dictionary(count, from: 138_586_341) { event($0, &random) }
    let performances = (0..<count * 4 / 3).map { performance($0, &random) }.joined(separator: ",")
    let categories = dictionary(64, from: 338_937_235) { "\"\($0)ère catégorie\"" }
    let topics = dictionary(19, from: 337_184_262) { "\"Musique du monde, \($0)\"" }
    let text = """
      {"areaNames":\(areas),"audienceSubCategoryNames":{"337100890":"Abonné"},"blockNames":{},\
      "events":\(events),"performances":[\(performances)],"seatCategoryNames":\(categories),\
      "subTopicNames":\(topics),"subjectNames":{},"topicNames":{"107888604":"Activité"},\
      "topicSubTopics":{"107888604":[337184283,337184267],"324846098":[337184299]},\
      "venueNames":{"PLEYEL_PLEYEL":"Salle Pleyel"}}
      """
    return Data(IndentedText(spaces: 4).text(of: text).utf8)
  }

  private func dictionary(_ count: Int, from first: Int, _ value: (Int) -> String) -> String {
    let members = (0..<count).map { "\"\(first + $0 * 3)\":\(value($0))" }
    return "{\(members.joined(separator: ","))}"
  }

  private func event(_ index: Int, _ random: inout SeededRandom) -> String {
    let topics = (0..<2 + random.number(below: 3)).map { "\(337_184_262 + $0 * 7)" }
    return """
      {"description":null,"id":\(138_586_341 + index * 3),"logo":\(logo(&random)),\
      "name":"30th Anniversary Tour \(index)","subTopicIds":[\(topics.joined(separator: ","))],\
      "subjectCode":null,"subtitle":null,"topicIds":[324846099,107888604,324846100]}
      """
  }

  private func logo(_ random: inout SeededRandom) -> String {
    random.number(below: 2) == 0 ? "null" : "\"/images/UE0AAAAACEKo6QAAAAZDSVRN\""
  }

  private func performance(_ index: Int, _ random: inout SeededRandom) -> String {
    let count = random.pick([1, 2, 4, 4, 4, 5, 5, 5])
    let prices = (0..<count).map { category in
      """
      {"amount":\(10_000 + random.number(below: 90) * 500),"audienceSubCategoryId":337100890,\
      "seatCategoryId":\(338_937_235 + category * 3)}
      """
    }
    let categories = (0..<count).map { category in
      let areas = (0..<random.pick([1, 6, 6, 7, 10, 11, 11, 12, 13, 16])).map {
        "{\"areaId\":\(205_705_993 + $0 * 3),\"blockIds\":[]}"
      }
      return """
        {"areas":[\(areas.joined(separator: ","))],"seatCategoryId":\(338_937_235 + category * 3)}
        """
    }
    return """
      {"eventId":\(138_586_341 + index % self.count * 3),"id":\(339_887_544 + index),\
      "logo":\(logo(&random)),"name":null,"prices":[\(prices.joined(separator: ","))],\
      "seatCategories":[\(categories.joined(separator: ","))],"seatMapImage":null,\
      "start":\(1_372_701_600_000 + index * 86_400_000),"venueCode":"PLEYEL_PLEYEL"}
      """
  }
}
