import Foundation
import Medley
import MedleyJSON

struct Song: FieldDecodable, Media, Equatable {
  var title: String
  var seconds: Int
  var album: String?

  init(fields: inout FieldReader) throws {
    title = try fields.decode("title")
    seconds = try fields.decode("seconds", default: 0)
    album = try fields.decodeIfPresent("album")
  }
}

/// Types that read their own fields.
enum Fields {
  static func check() throws {
    let registry = PolymorphicRegistry<any Media>("type", ["SONG": Song.self])
    let json = #"[{"type":"SONG","title":"Tosca","seconds":90}]"#
    let songs = try PolymorphicJSONDecoder(registry)
      .decode([Polymorphic<any Media>].self, from: json)
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    expect(try decoder.decode([Polymorphic<any Media>].self, json: json) == songs)
    expect((songs.known.first as? Song)?.seconds == 90)
  }
}
