import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// The user information that types receive.
@Suite(.onEachEngine) struct UserInfoTests {
  private struct Scaled: Decodable, Equatable {
    var value: Int
    static let factor = CodingUserInfoKey(rawValue: "factor")

    init(from decoder: any Decoder) throws {
      let key = try #require(Self.factor)
      let factor = decoder.userInfo[key] as? Int ?? 1
      value = try decoder.singleValueContainer().decode(Int.self) * factor
    }
  }

  private struct Holder: Decodable {
    var list: [Scaled]
    var dictionary: [String: Scaled]
  }

  @Test func `user information reaches every decoder and can change between calls`() throws {
    let decoder = Engine.current.decoder()
    let key = try #require(Scaled.factor)
    let text = #"{"list": [1, 2], "dictionary": {"a": 3}}"#
    for factor in [2, 3] {
      decoder.userInfo[key] = factor
      let holder = try decoder.decode(Holder.self, from: text)
      #expect(holder.list.map(\.value) == [factor, 2 * factor])
      #expect(holder.dictionary["a"]?.value == 3 * factor)
    }
    decoder.userInfo = [:]
    #expect(try decoder.decode(Holder.self, from: text).list.map(\.value) == [1, 2])
  }

  private protocol Shape: Sendable {}
  private struct Circle: Shape, Codable { var radius: Double }
  private protocol Plan: Sendable {}
  private struct House: Plan, Codable { var shapes: [Polymorphic<any Shape>] }

  @Test func `registries can be added at creation and later`() throws {
    let shapes = try PolymorphicRegistry<any Shape>("kind").registering(Circle.self, for: "circle")
    let plans = try PolymorphicRegistry<any Plan>("type").registering(House.self, for: "house")
    let text = #"{"type": "house", "shapes": [{"kind": "circle", "radius": 2}]}"#
    let both = Engine.current.decoder(shapes, plans)
    let house = try #require(
      try both.decode(Polymorphic<any Plan>.self, from: text).known as? House
    )
    #expect((house.shapes.first?.known as? Circle)?.radius == 2)

    let later = Engine.current.decoder(plans)
    later.userInfo.register(shapes)
    let other = try #require(
      try later.decode(Polymorphic<any Plan>.self, from: text).known as? House
    )
    #expect((other.shapes.first?.known as? Circle)?.radius == 2)
  }
}
