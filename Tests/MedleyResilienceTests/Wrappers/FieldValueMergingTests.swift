import Medley
import MedleyResilience
import TestSupport
import Testing

/// Merging, mapping and applying decoded values.
@Suite struct FieldValueMergingTests {
  static let states: [FieldValue<Int>] = [.absent, .null, .value(1), .value(2)]

  @Test(arguments: states, states)
  func `merging is associative and combines both changes`(
    _ first: FieldValue<Int>,
    _ second: FieldValue<Int>
  ) {
    for third in Self.states {
      #expect(first.merging(second).merging(third) == first.merging(second.merging(third)))
    }
    for stored in [nil, 0, 1, 2] as [Int?] {
      var oneByOne = stored
      first.apply(to: &oneByOne)
      second.apply(to: &oneByOne)
      var atOnce = stored
      first.merging(second).apply(to: &atOnce)
      #expect(oneByOne == atOnce)
    }
    for stored in [0, 1] {
      var oneByOne = stored
      first.apply(to: &oneByOne, null: -1)
      second.apply(to: &oneByOne, null: -1)
      var atOnce = stored
      first.merging(second).apply(to: &atOnce, null: -1)
      #expect(oneByOne == atOnce)
    }
  }

  @Test(arguments: states)
  func `absent is the neutral element`(_ field: FieldValue<Int>) {
    #expect(field.merging(.absent) == field)
    #expect(FieldValue.absent.merging(field) == field)
    #expect(field.merging(field) == field)
  }

  @Test(arguments: states)
  func `map keeps the state`(_ field: FieldValue<Int>) {
    let text = field.map { "\($0)" }
    #expect(text.isAbsent == field.isAbsent && text.isNull == field.isNull)
    #expect(text.value == field.value.map { "\($0)" })
    #expect(field.map { $0 } == field)
  }

  struct Refusal: Error, Equatable {}

  @Test func `map calls its function only for values and rethrows its error`() throws {
    let refuse: (Int) throws(Refusal) -> Int = { _ throws(Refusal) in throw Refusal() }
    #expect(try FieldValue<Int>.absent.map(refuse) == .absent)
    #expect(try FieldValue<Int>.null.map(refuse) == .null)
    #expect(throws: Refusal()) { try FieldValue.value(1).map(refuse) }
  }

  @Test func `applies to an optional`() {
    var stored: Int? = 5
    FieldValue.absent.apply(to: &stored)
    #expect(stored == 5)
    FieldValue.value(6).apply(to: &stored)
    #expect(stored == 6)
    FieldValue.null.apply(to: &stored)
    #expect(stored == nil)
    FieldValue.absent.apply(to: &stored)
    #expect(stored == nil)
  }

  @Test func `applies to a value and evaluates the replacement only for null`() {
    var stored = "name"
    var calls = 0
    func replacement() -> String {
      calls += 1
      return ""
    }
    FieldValue.absent.apply(to: &stored, null: replacement())
    #expect(stored == "name")
    FieldValue.value("other").apply(to: &stored, null: replacement())
    #expect(stored == "other" && calls == 0)
    FieldValue.null.apply(to: &stored, null: replacement())
    #expect(stored == "" && calls == 1)
  }

  @Test func `applies a value that is an optional`() {
    var stored: Int?? = 5
    FieldValue<Int?>.value(nil).apply(to: &stored)
    #expect(stored == .some(nil))
    FieldValue<Int?>.null.apply(to: &stored)
    #expect(stored == .none)
  }

  @Test func `describes its state`() {
    #expect(Self.states.map(\.description) == ["absent", "null", "1", "2"])
  }
}
