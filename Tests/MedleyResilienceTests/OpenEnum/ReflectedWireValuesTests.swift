import Medley
import MedleyResilience
import TestSupport
import Testing

/// Unknown values of enums, which reflection finds once for cases with equal bytes.
@Suite struct ReflectedWireValuesTests {
  /// An enum that calls unknown values equal which aren't.
  enum Loose: ForwardCompatibleCases {
    case on
    case unknown(String)

    static let wireValues: KeyValuePairs = ["ON": Loose.on]

    static func == (lhs: Loose, rhs: Loose) -> Bool {
      switch (lhs, rhs) {
      case (.on, .on), (.unknown, .unknown): true
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {}
  }

  /// An enum that reflects what it likes.
  enum Masked: ForwardCompatibleCases, CustomReflectable {
    case on
    case unknown(String)

    static let wireValues: KeyValuePairs = ["ON": Masked.on]
    @TaskLocal static var isOpen = false

    var customMirror: Mirror {
      guard Self.isOpen, case .unknown(let value) = self else {
        return Mirror(self, children: EmptyCollection(), displayStyle: .enum)
      }
      return Mirror(self, children: ["unknown": value], displayStyle: .enum)
    }
  }

  final class Flag: @unchecked Sendable { var isUp = true }

  /// A struct with an object that changes.
  struct Marked: ForwardCompatibleCases {
    var name: String
    var flag: Flag

    static let shared = Flag()
    static let wireValues: KeyValuePairs = ["ON": Marked(name: "on", flag: shared)]

    static func unknown(_ wireValue: String) -> Marked { Marked(name: wireValue, flag: shared) }
    static func == (lhs: Marked, rhs: Marked) -> Bool { lhs.name == rhs.name && rhs.flag.isUp }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// An enum that keeps its unknown values in another form.
  enum Lowered: ForwardCompatibleCases {
    case on
    case other(String)

    static let wireValues: KeyValuePairs = ["ON": Lowered.on]
    static func unknown(_ wireValue: String) -> Lowered { .other(wireValue.lowercased()) }
  }

  enum Wide: ForwardCompatibleCases {
    case on
    case pair(String, String, Int)
    case unknown(String)

    static let wireValues: KeyValuePairs = ["ON": Wide.on]
  }

  @Test(arguments: Backend.allCases)
  func `unknown values that are called equal are encoded as they came`(_ backend: Backend) throws {
    let texts = ["a", "b", "a", "B", "b", "a longer one than fits", "a longer one that fits", "a"]
    for _ in 0..<3 {
      let tree = try backend.encode(texts.map { Loose.unknown($0) })
      #expect(tree == JSONTree.array(texts.map { .string($0) }))
    }
  }

  @Test func `a type that reflects what it likes is asked each time`() {
    let value = Masked.unknown("x")
    for isOpen in [true, false, true, false] {
      Masked.$isOpen.withValue(isOpen) {
        #expect(value.wireValue == (isOpen ? "x" : nil))
      }
    }
  }

  @Test func `a struct with an object is asked each time`() {
    let flag = Marked.shared
    let value = Marked(name: "x", flag: flag)
    for isUp in [true, false, true] {
      flag.isUp = isUp
      #expect(value.unknownWireValue == (isUp ? "x" : nil))
    }
  }

  @Test func `a value in another form is encoded as it is kept`() {
    for _ in 0..<3 {
      #expect(Lowered(wireValue: "NEW").wireValue == "new")
      #expect(Lowered.other("new").wireValue == "new")
      #expect(Lowered.other("NEW").wireValue == nil)
    }
  }

  @Test func `cases with equal payloads differ`() {
    for _ in 0..<3 {
      #expect(Wide.unknown("x").wireValue == "x")
      #expect(Wide.pair("x", "", 0).wireValue == nil)
      #expect(Wide.on.wireValue == "ON")
    }
  }

  @Test func `there may be any number of unknown values`() {
    for number in 0..<5000 {
      let text = "\(number % 3000)"
      #expect(Lowered.other(text).wireValue == text)
    }
  }
}
