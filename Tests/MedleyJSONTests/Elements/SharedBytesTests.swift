import Foundation
import Medley
import MedleyBase
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// The bytes of unknown payloads, which they share with their document.
@Suite struct SharedBytesTests {
  private struct Book: Codable, Equatable { var pages: Int }

  private static let registry = PolymorphicRegistry<any Equatable>("type", ["BOOK": Book.self])

  private static func element(_ number: Int) -> String {
    #"{"type": "OPERA",  "n": \#(number), "title": "T\u006fsca é"}"#
  }

  private static func payloads(_ count: Int) throws -> [UnknownPayload] {
    var bytes = Array("[\((0..<count).map(element).joined(separator: " , "))]".utf8)
    let decoder = PolymorphicJSONDecoder(registry)
    let feed = try unsafe bytes.withUnsafeMutableBytes { buffer in
      let feed = try unsafe decoder.decode(
        [Polymorphic<any Equatable>].self,
        from: UnsafeRawBufferPointer(buffer)
      )
      // The borrowed memory is gone.
      for index in buffer.indices { unsafe buffer[index] = 0x20 }
      return feed
    }
    bytes = []
    return feed.compactMap { if case .unknown(let payload) = $0 { payload } else { nil } }
  }

  private static func check(_ payload: UnknownPayload, _ number: Int) -> Bool {
    payload.sourceBytes == Array(element(number).utf8) && payload.tag == "OPERA"
      && payload.content["n"] == .integer(Int64(number)) && payload.content["title"] == "Tosca é"
  }

  @Test func `bytes outlive the decoder and the input`() throws {
    for (number, payload) in try Self.payloads(100).enumerated() {
      #expect(Self.check(payload, number))
      #expect(Self.check(payload.detached(), number))
    }
  }

  @Test func `bytes that one call kept stay, whatever the calls around it keep`() throws {
    let decoder = PolymorphicJSONDecoder(Self.registry)
    var kept: [(number: Int, payload: UnknownPayload)] = []
    for number in 0..<60 {
      let text = "[\(Self.element(number)), \(#"{"type": "BOOK", "pages": \#(number)}"#)]"
      let feed = try decoder.decode([Polymorphic<any Equatable>].self, from: text)
      #expect(feed.known.first as? Book == Book(pages: number))
      // Every third call keeps an element, and some end with an error.
      if number % 3 == 0, case .unknown(let payload)? = feed.first {
        kept.append((number, payload))
      }
      if number % 4 == 0 {
        #expect(throws: DecodingError.self) { try decoder.decode([Book].self, from: text) }
      }
      #expect(try decoder.decode([Int].self, from: "[\(number)]") == [number])
    }
    #expect(kept.count == 20)
    for (number, payload) in kept { #expect(Self.check(payload, number)) }
  }

  @Test func `bytes can be read on several threads`() async throws {
    let payloads = try Self.payloads(200)
    let correct = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          payloads.enumerated().count { number, payload in
            Self.check(payload, number) && Self.check(payload.detached(), number)
              && payload == payload.detached()
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(correct == 8 * 200)
  }

  @Test func `bytes are valid during the decode call, also on other threads`() throws {
    struct Page: Decodable {
      var bytes: [UInt8]?
      var rest: [Int]

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let payload = try container.decode(UnknownPayload.self)
        let box = Shared<[UInt8]?>(nil)
        let isSet = DispatchSemaphore(value: 0)
        Thread {
          box.set(payload.sourceBytes)
          isSet.signal()
        }.start()
        isSet.wait()
        bytes = box.get()
        rest = try container.decode([Int].self)
      }
    }
    let page = try PolymorphicJSONDecoder().decode(Page.self, from: #"[{"a" : 1}, [1, 2]]"#)
    #expect(page.bytes == Array(#"{"a" : 1}"#.utf8))
    #expect(page.rest == [1, 2])
  }

  @Test func `bytes outlive a failed decode call`() throws {
    let kept = Shared<[UnknownPayload]>([])
    struct Keeper: Decodable {
      init(from decoder: any Decoder) throws {
        let payload = try UnknownPayload(from: decoder)
        (decoder.userInfo[.kept] as? Shared<[UnknownPayload]>)?.change { $0.append(payload) }
        if payload.content == 3 { throw CancellationError() }
      }
    }
    let decoder = PolymorphicJSONDecoder()
    decoder.userInfo[.kept] = kept
    #expect(throws: CancellationError.self) {
      try decoder.decode([Keeper].self, from: Data("[1, 2, 3, 4]".utf8))
    }
    #expect(kept.get().map { $0.sourceBytes ?? [] } == [[0x31], [0x32], [0x33]])
  }

  @Test func `payloads equal those of JSONDecoder and have equal hashes`() throws {
    let texts = [
      Self.element(1), Self.element(2), #"{"type":"X","a":[1,2.5,null,true]}"#, #"{"type":"X"}"#,
      #"{"b":1,"type":"Y","a":18446744073709551615}"#,
      #"{"a":18446744073709551615,"b":1,"type":"Y"}"#,
    ]
    let foundation = JSONDecoder()
    foundation.userInfo.register(Self.registry)
    let engine = PolymorphicJSONDecoder(Self.registry)
    let list = "[\(texts.joined(separator: ","))]"
    let ours = try engine.decode([Polymorphic<any Equatable>].self, from: list)
    let theirs = try foundation.decode([Polymorphic<any Equatable>].self, from: Data(list.utf8))
    for (first, one) in ours.enumerated() {
      for (second, other) in theirs.enumerated() {
        let isSame = first == second || first + second == 9
        #expect((one == other) == isSame, "\(first) \(second)")
        if isSame { #expect(one.hashValue == other.hashValue) }
      }
    }
    #expect(Set(ours).union(theirs).count == texts.count - 1)
  }
}

extension CodingUserInfoKey {
  fileprivate static let kept = unwrapped("kept")

  private static func unwrapped(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure(name) }
    return key
  }
}

/// A value that several threads share.
private final class Shared<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  init(_ value: Value) { lock = Lock(value) }

  func get() -> Value { lock.withLock { $0 } }
  func set(_ value: Value) { lock.withLock { $0 = value } }
  func change(_ body: @Sendable (inout Value) -> Void) { lock.withLock { body(&$0) } }
}
