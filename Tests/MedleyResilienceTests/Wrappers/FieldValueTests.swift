import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct FieldValueTests {
  struct Address: Codable, Hashable, Sendable {
    var city: String
    var zip: FieldValue<Int> = .absent
  }

  struct ProfilePatch: Codable, Hashable, Sendable {
    var name: FieldValue<String> = .absent
    var age: FieldValue<Int> = .absent
    var tags: FieldValue<[String]> = .absent
    var address: FieldValue<Address> = .absent
    var id = 1
  }

  @Test(arguments: Backend.allCases)
  func `distinguishes absent, null and a value`(_ backend: Backend) throws {
    let patch = try backend.keep(
      ProfilePatch.self,
      #"{"name":null,"tags":[],"address":{"city":"x","zip":null},"id":1}"#
    )
    #expect(patch.name == .null && patch.name.isNull && !patch.name.isAbsent)
    #expect(patch.age == .absent && patch.age.isAbsent && patch.age.value == nil)
    #expect(patch.tags == .value([]) && patch.tags.value == [])
    #expect(patch.address == .value(Address(city: "x", zip: .null)))
    #expect(Set([patch.name, .absent, .null, .value("")]).count == 3)
  }

  @Test(arguments: Backend.allCases)
  func `a PATCH body has only the changed members`(_ backend: Backend) throws {
    try backend.expect(ProfilePatch(), encodesTo: #"{"id":1}"#)
    try backend.expect(ProfilePatch(name: .null), encodesTo: #"{"name":null,"id":1}"#)
    try backend.expect(
      ProfilePatch(name: .value(""), age: .value(0), address: .value(Address(city: ""))),
      encodesTo: #"{"name":"","age":0,"address":{"city":""},"id":1}"#
    )
  }

  @Test(arguments: Backend.allCases)
  func `a value of the wrong type is an error and never null`(_ backend: Backend) throws {
    #expect(try backend.fault(ProfilePatch.self, #"{"id":1,"name":4}"#) == "typeMismatch at name")
    #expect(
      try backend.fault(ProfilePatch.self, #"{"id":1,"tags":["a",null]}"#)
        == "valueNotFound at tags[1]"
    )
    #expect(
      try backend.fault([ProfilePatch].self, #"[{"id":1,"address":{"zip":4}}]"#)
        == "keyNotFound at [0].address.city"
    )
    #expect(
      try backend.fault(ProfilePatch.self, #"{"id":1,"address":{"city":"x","zip":"y"}}"#)
        == "typeMismatch at address.zip"
    )
  }

  struct LossyPatch: Codable, Hashable, Sendable {
    @Lossy var name: FieldValue<String>
    @Lossy var tags: FieldValue<[String]>
  }

  @Test(arguments: Backend.allCases)
  func `Lossy makes a value of the wrong type absent and reports it`(_ backend: Backend) throws {
    let (patch, issues) = try backend.collect(LossyPatch.self, #"{"name":4,"tags":["a",1]}"#)
    #expect(patch == LossyPatch(name: .absent, tags: .value(["a"])))
    #expect(issues == ["name defaulted", "tags[1] dropped"])
    let (wrong, wrongIssues) = try backend.collect(LossyPatch.self, #"{"tags":"a"}"#)
    #expect(wrong.tags == .absent && wrongIssues == ["tags defaulted"])
    for json in ["{}", #"{"name":null}"#, #"{"name":"","tags":null}"#, #"{"tags":[]}"#] {
      let (_, issues) = try backend.collect(LossyPatch.self, json)
      #expect(issues.isEmpty)
      _ = try backend.keep(LossyPatch.self, json)
    }
  }

  @Test(arguments: Backend.allCases)
  func `elements are null or values`(_ backend: Backend) throws {
    let fields = try backend.keep([FieldValue<Int>].self, "[1,null]")
    #expect(fields == [.value(1), .null])
    try backend.expect([FieldValue<Int>.absent, .value(2)], encodesTo: "[null,2]")
    #expect(
      try backend.keep([String: FieldValue<Int>].self, #"{"a":null,"b":1}"#)
        == ["a": .null, "b": .value(1)]
    )
    #expect(try backend.fault([FieldValue<Int>].self, #"[1,"x"]"#) == "typeMismatch at [1]")
    let (lossy, issues) = try backend.collect(Lossy<[FieldValue<Int>]>.self, #"[1,"x",null]"#)
    #expect(lossy.wrappedValue == [.value(1), .null])
    #expect(issues == ["[1] dropped"])
  }

  struct Optionals: Codable, Hashable {
    var field: FieldValue<Int>?
  }

  @Test(arguments: Backend.allCases)
  func `an optional property doesn't distinguish null from absent`(_ backend: Backend) throws {
    for json in ["{}", #"{"field":null}"#] {
      let optionals = try backend.decode(Optionals.self, from: json)
      #expect(optionals.field == nil)
      try backend.expect(optionals, encodesTo: "{}")
    }
    #expect(try backend.keep(Optionals.self, #"{"field":1}"#).field == .value(1))
    #expect(try backend.fault(Optionals.self, #"{"field":"x"}"#) == "typeMismatch at field")
  }

  struct Change<Value: Codable & Hashable>: Codable, Hashable {
    var value: FieldValue<Value> = .absent
  }

  class Base: Codable {
    var name: FieldValue<String> = .absent
  }

  final class Derived: Base {
    var age: FieldValue<Int> = .absent

    private enum CodingKeys: CodingKey {
      case age
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      age = try container.decode(FieldValue<Int>.self, forKey: .age)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(age, forKey: .age)
    }
  }

  @Test(arguments: Backend.allCases)
  func `supports properties of generic structs and classes`(_ backend: Backend) throws {
    for json in ["{}", #"{"value":null}"#, #"{"value":[1]}"#] {
      _ = try backend.keep(Change<[Int]>.self, json)
    }
    #expect(try backend.keep(Change<Int?>.self, #"{"value":null}"#).value == .null)
    #expect(
      try backend.keep(Change<Change<Int>>.self, #"{"value":{"value":null}}"#).value
        == .value(Change(value: .null))
    )
    for json in ["{}", #"{"name":null}"#, #"{"name":"a","age":null}"#, #"{"age":4}"#] {
      _ = try backend.keep(Derived.self, json)
    }
    let derived = try backend.decode(Derived.self, from: #"{"name":null}"#)
    #expect(derived.name == .null && derived.age == .absent)
  }

  struct Box<Value: Codable>: Codable {
    var value: Value
  }

  @Test(arguments: Backend.allCases)
  func `a generic parameter that is a FieldValue is a required property`(_ backend: Backend) throws
  {
    #expect(try backend.decode(Box<FieldValue<Int>>.self, from: #"{"value":null}"#).value == .null)
    #expect(try backend.fault(Box<FieldValue<Int>>.self, "{}") == "keyNotFound at value")
    try backend.expect(Box(value: FieldValue<Int>.absent), encodesTo: #"{"value":null}"#)
  }

  @Test(arguments: Backend.allCases)
  func `holds elements of a registry`(_ backend: Backend) throws {
    struct Page: Codable, Equatable {
      var hero: FieldValue<Polymorphic<any Media>>
    }
    for json in [
      "{}", #"{"hero":null}"#, #"{"hero":{"type":"MOVIE","title":"a"}}"#, #"{"hero":{"type":"X"}}"#,
    ] {
      _ = try backend.keep(Page.self, json)
    }
    #expect(
      try backend.fault(Page.self, #"{"hero":{"type":"MOVIE"}}"#) == "keyNotFound at hero.title"
    )
  }

  @Test(arguments: Backend.allCases)
  func `a date follows the decoder's strategy`(_ backend: Backend) throws {
    let date = Change(value: .value(Date(timeIntervalSinceReferenceDate: 60)))
    #expect(try backend.roundTrip(date) == date)
  }
}
