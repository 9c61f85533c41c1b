/// The model of a catalogue of events.
struct Catalog: Decodable, Hashable {
  var areaNames: [Int: String]
  var events: [String: Event]
  var performances: [Performance]
  var venueNames: [String: String]

  struct Event: Decodable, Hashable {
    var description: String?
    var id: Int
    var logo: String?
    var name: String
    var subTopicIds: [Int]
    var subjectCode: String?
    var subtitle: String?
    var topicIds: [Int]
  }

  struct Performance: Decodable, Hashable {
    var eventId: Int
    var id: Int
    var logo: String?
    var name: String?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var seatMapImage: String?
    var start: Int
    var venueCode: String
  }

  struct Price: Decodable, Hashable {
    var amount: Int
    var audienceSubCategoryId: Int
    var seatCategoryId: Int
  }

  struct SeatCategory: Decodable, Hashable {
    var areas: [Area]
    var seatCategoryId: Int
  }

  struct Area: Decodable, Hashable {
    var areaId: Int
    var blockIds: [Int]
  }
}
