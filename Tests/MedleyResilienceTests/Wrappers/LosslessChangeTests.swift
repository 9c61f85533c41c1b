import Medley
import MedleyResilience
import TestSupport
import Testing

/// How a changed `@Lossless` value is encoded.
@Suite struct LosslessChangeTests {
  struct Box<Value: LosslessConvertible & Sendable & Hashable>: Codable, Hashable {
    @Lossless var value: Value
  }

  /// Changes a value and compares what it encodes to.
  static func check<Value: LosslessConvertible & Sendable & Hashable>(
    _ backend: Backend,
    _ json: String,
    _ changed: String,
    _ change: (inout Value) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var box = try backend.keep(
      Box<Value>.self,
      #"{"value":\#(json)}"#,
      sourceLocation: sourceLocation
    )
    try change(&box.value)
    try backend.expect(box, encodesTo: #"{"value":\#(changed)}"#, sourceLocation: sourceLocation)
    #expect(try backend.roundTrip(box) == box, sourceLocation: sourceLocation)
  }

  @Test(arguments: Backend.allCases)
  func `encodes a changed scalar in the kind of the previous one`(_ backend: Backend) throws {
    try Self.check(backend, #""12""#, #""13""#) { (value: inout Int) in value += 1 }
    try Self.check(backend, #""12.0""#, #""13""#) { (value: inout Int) in value += 1 }
    try Self.check(backend, "12", "13") { (value: inout Int) in value += 1 }
    try Self.check(backend, #""1e3""#, #""1000.5""#) { (value: inout Double) in value += 0.5 }
    try Self.check(backend, #""0.5""#, #""1e+300""#) { (value: inout Double) in value = 1e300 }
    try Self.check(backend, #""true""#, #""false""#) { (value: inout Bool) in value.toggle() }
    try Self.check(backend, "12", "13") { (value: inout String) in value = "13" }
    try Self.check(backend, "12", "-0.75") { (value: inout String) in value = "-0.75" }
    try Self.check(backend, "0.5", "18446744073709551615") { (value: inout String) in
      value = "18446744073709551615"
    }
    try Self.check(backend, "true", "false") { (value: inout String) in value = "false" }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a restored value unchanged`(_ backend: Backend) throws {
    try Self.check(backend, #""12.0""#, #""12.0""#) { (value: inout Int) in
      value += 1
      value -= 1
    }
    try Self.check(backend, #""+5""#, #""+5""#) { (value: inout Int) in value = 5 }
    try Self.check(backend, #""1E3""#, #""1E3""#) { (value: inout Double) in value = 1000 }
  }

  @Test(
    arguments: Backend.allCases,
    [
      "abc", "", "007", "+5", "1e3", "1.0", "-0", "0x10", "nan", "inf", "1e400", " 1", "true",
      "1.10", "123456789012345678901234567890", "9007199254740993.5", "１２",
    ]
  )
  func `encodes a string that isn't a number as a string`(
    _ backend: Backend,
    _ string: String
  ) throws {
    try Self.check(backend, "12", #""\#(string)""#) { (value: inout String) in value = string }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a string that isn't a Boolean as a string`(_ backend: Backend) throws {
    try Self.check(backend, "true", #""yes""#) { (value: inout String) in value = "yes" }
    try Self.check(backend, "true", #""1""#) { (value: inout String) in value = "1" }
    try Self.check(backend, "true", #""""#) { (value: inout String) in value = "" }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a changed element in the kind of its position`(_ backend: Backend) throws {
    let json = #"["1",2,"3"]"#
    try Self.check(backend, json, #"["9",2,"3"]"#) { (list: inout [Int]) in list[0] = 9 }
    try Self.check(backend, json, #"["1",9,"3"]"#) { (list: inout [Int]) in list[1] = 9 }
    try Self.check(backend, json, #"["2",3]"#) { (list: inout [Int]) in list.removeFirst() }
    try Self.check(backend, json, #"["1",2]"#) { (list: inout [Int]) in list.removeLast() }
    try Self.check(backend, json, "[]") { (list: inout [Int]) in list.removeAll() }
    try Self.check(backend, json, #"["0",1,"2",3]"#) { (list: inout [Int]) in
      list.insert(0, at: 0)
    }
    try Self.check(backend, json, #"["1",2,"3",4]"#) { (list: inout [Int]) in list.append(4) }
  }

  @Test(arguments: Backend.allCases)
  func `encodes an added element in the kind that all others share`(_ backend: Backend) throws {
    try Self.check(backend, #"["1","2"]"#, #"["1","2","3","4"]"#) { (list: inout [Int]) in
      list += [3, 4]
    }
    try Self.check(backend, "[1,2]", "[1,2,3]") { (list: inout [Int]) in list.append(3) }
    try Self.check(backend, "[]", "[3]") { (list: inout [Int]) in list.append(3) }
    try Self.check(backend, "[1,2]", #"[1,2,3,"x"]"#) { (list: inout [String]) in
      list += ["3", "x"]
    }
    try Self.check(backend, #"[["1"],["2"]]"#, #"[["1"],["2"],["3"]]"#) { (list: inout [[Int]]) in
      list.append([3])
    }
    try Self.check(backend, #"[["1",2],[]]"#, #"[["1",2],[3],[4]]"#) { (list: inout [[Int]]) in
      list[1].append(3)
      list.append([4])
    }
  }

  @Test(arguments: Backend.allCases)
  func `optional elements can be null`(_ backend: Backend) throws {
    try Self.check(backend, #"["1",null,3]"#, #"[null,2,3,4]"#) { (list: inout [Int?]) in
      list = [nil, 2, 3, 4]
    }
    try Self.check(backend, #"["1",null]"#, #"["5",null,null,6]"#) { (list: inout [Int?]) in
      list[0] = 5
      list += [nil, 6]
    }
    try Self.check(backend, #"{"a":null,"b":"2"}"#, #"{"a":1,"b":null}"#) {
      (map: inout [String: Int?]) in
      map["a"] = .some(1)
      map["b"] = .some(nil)
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a member in the kind of its key or of all others`(_ backend: Backend) throws {
    let json = #"{"a":"1","b":2}"#
    try Self.check(backend, json, #"{"a":"9","b":8,"c":7}"#) { (map: inout [String: Int]) in
      map = ["a": 9, "b": 8, "c": 7]
    }
    try Self.check(backend, json, #"{"b":2}"#) { (map: inout [String: Int]) in map["a"] = nil }
    try Self.check(backend, #"{"a":"1"}"#, #"{"a":"1","c":"7"}"#) { (map: inout [String: Int]) in
      map["c"] = 7
    }
    try Self.check(backend, #"{"5":["1"]}"#, #"{"5":["1","2"],"6":["3"]}"#) {
      (map: inout [Int: [Int]]) in
      map[5]?.append(2)
      map[6] = [3]
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes an added member alike in every run`(_ backend: Backend) throws {
    // The values have several kinds: the first key's is used.
    try Self.check(backend, #"{"a":1,"b":true}"#, #"{"a":1,"b":true,"c":7,"d":"true"}"#) {
      (map: inout [String: String]) in
      map["c"] = "7"
      map["d"] = "true"
    }
  }

  @Test(arguments: Backend.allCases)
  func `keeps the kind of an optional that is set to nil and back`(_ backend: Backend) throws {
    struct Box: Codable {
      @Lossless var value: Int?
    }
    var box = try backend.decode(Box.self, from: #"{"value":"12"}"#)
    box.value = 13
    try backend.expect(box, encodesTo: #"{"value":"13"}"#)
    box.value = nil
    try backend.expect(box, encodesTo: "{}")
    box.value = 14
    try backend.expect(box, encodesTo: #"{"value":"14"}"#)
    var none = try backend.decode(Box.self, from: "{}")
    none.value = 1
    try backend.expect(none, encodesTo: #"{"value":1}"#)
  }

  @Test(arguments: Backend.allCases)
  func `a new wrapper uses the kind of its type`(_ backend: Backend) throws {
    struct Box: Codable {
      @Lossless var value: Int
    }
    var box = try backend.decode(Box.self, from: #"{"value":"12"}"#)
    box = Box(value: box.value)
    try backend.expect(box, encodesTo: #"{"value":12}"#)
  }
}
