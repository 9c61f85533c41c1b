import Foundation
import Medley

/// An enum with synthesised `Codable`, `Twin`, and a `PolymorphicEnum` with the same cases, `Own`.
protocol EnumShape: SendableMetatype {
  associatedtype Own: PolymorphicEnum & Equatable
  associatedtype Twin: Codable & Equatable

  /// The same values of both.
  static var pairs: [(Own, Twin)] { get }
}

enum EnumShapes {
  static let all: [any EnumShape.Type] =
    without + one + optional + several + inside + named
}

struct Track: Codable, Hashable {
  var title: String
  var minutes: Int?
}

// MARK: - No values

extension EnumShapes {
  static let without: [any EnumShape.Type] = [Single.self, Signals.self, Keywords.self]

  enum Single: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case only
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(.only, for: "only")
      }
    }
    enum Twin: Codable, Equatable { case only }
    static let pairs = [(Own.only, Twin.only)]
  }

  enum Signals: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case play, pause
      case unknown(UnknownPayload)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(.play, for: "play")
        try $0.register(.pause, for: "pause")
      }
    }
    enum Twin: Codable, Equatable { case play, pause }
    static let pairs = [(Own.play, Twin.play), (.pause, .pause)]
  }

  enum Keywords: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case `default`
      case `switch`(`in`: Int)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(.default, for: "default")
        try $0.register(for: "switch") { fields in
          .switch(in: try fields.decode("in"))
        } encoding: {
          if case .switch(let place) = $0 { ["in": place] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable {
      case `default`
      case `switch`(`in`: Int)
    }
    static let pairs = [(Own.default, Twin.default), (.switch(in: 1), .switch(in: 1))]
  }
}

// MARK: - One value without a label

/// Payloads of one type.
enum OneValue<Value: Codable & Hashable & SendableMetatype>: PolymorphicEnum, Equatable {
  case value(Value)
  case unknown(UnknownPayload)

  static var registry: PolymorphicRegistry<OneValue> {
    .kept(.synthesized) { try $0.register(for: "value", as: OneValue.value) }
  }
}

enum OneTwin<Value: Codable & Equatable>: Codable, Equatable {
  case value(Value)
}

/// A shape with one value without a label.
protocol OneValueShape: EnumShape {
  associatedtype Value: Codable & Hashable & SendableMetatype
  static var values: [Value] { get }
}

extension OneValueShape {
  static var pairs: [(OneValue<Value>, OneTwin<Value>)] { values.map { (.value($0), .value($0)) } }
}

extension EnumShapes {
  static let one: [any EnumShape.Type] = [
    Text.self, Number.self, Flag.self, Fraction.self, Structure.self, List.self, Table.self,
    Raw.self, Moment.self, Bytes.self, Link.self, Generic.self, Underscored.self, Stated.self,
  ]

  enum Text: OneValueShape { static let values = ["", "a", "_0", "é\"\n"] }
  enum Number: OneValueShape { static let values = [0, -1, Int.max] }
  enum Flag: OneValueShape { static let values = [true, false] }
  enum Fraction: OneValueShape { static let values = [0.5, -1e300] }
  enum Structure: OneValueShape {
    static let values = [Track(title: "a", minutes: 1), Track(title: "b")]
  }
  enum List: OneValueShape { static let values = [[], ["a", "b"]] }
  enum Table: OneValueShape { static let values = [[:], ["some_key": 1, "_0": 2]] }
  enum Raw: OneValueShape {
    enum Genre: String, Codable, Hashable {
      case drama
      case sciFi = "sci-fi"
    }
    static let values = [Genre.drama, .sciFi]
  }
  enum Moment: OneValueShape { static let values = [Date(timeIntervalSinceReferenceDate: 2)] }
  enum Bytes: OneValueShape { static let values = [Data(), Data([1, 255])] }
  enum Link: OneValueShape { static let values = [URL(filePath: "/a")] }
  enum Generic: OneValueShape {
    struct Box<Content: Codable & Hashable>: Codable, Hashable { var content: Content }
    static var values: [Box<Box<Int>>] { [Box(content: Box(content: 7))] }
  }
  enum Underscored: OneValueShape {
    struct Odd: Codable, Hashable {
      var first: Int
      enum CodingKeys: String, CodingKey { case first = "_0" }
    }
    static let values = [Odd(first: 1)]
  }

  /// With a function for the payload of a case.
  enum Stated: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case track(Track)
      case text(String)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(
          for: "track",
          as: Own.track,
          from: { if case .track(let track) = $0 { track } else { nil } }
        )
        try $0.register(for: "text", as: Own.text)
      }
      var payload: any Encodable {
        switch self {
        case .track(let track): track
        case .text(let text): text
        }
      }
    }
    enum Twin: Codable, Equatable {
      case track(Track)
      case text(String)
    }
    static let pairs = [
      (Own.track(Track(title: "a")), Twin.track(Track(title: "a"))), (.text("b"), .text("b")),
    ]
  }
}

// MARK: - Optional and default values

extension EnumShapes {
  static let optional: [any EnumShape.Type] = [
    OptionalText.self, OptionalStructure.self, OptionalLabel.self, DefaultLabel.self,
    DefaultValue.self,
  ]

  // Not generic: with a generic type, the synthesised code writes null.

  enum OptionalText: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case note(String?)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "note", as: Own.note)
      }
    }
    enum Twin: Codable, Equatable { case note(String?) }
    static let pairs = [(Own.note(nil), Twin.note(nil)), (.note("a"), .note("a"))]
  }

  enum OptionalStructure: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case track(Track?)
      case tracks([Track?]?)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(
          for: "track",
          as: Own.track,
          from: { if case .track(let track) = $0 { .some(track) } else { nil } }
        )
        try $0.register(for: "tracks", as: Own.tracks)
      }
    }
    enum Twin: Codable, Equatable {
      case track(Track?)
      case tracks([Track?]?)
    }
    static let pairs = [
      (Own.track(nil), Twin.track(nil)),
      (.track(Track(title: "a")), .track(Track(title: "a"))), (.tracks(nil), .tracks(nil)),
      (.tracks([Track(title: "a")]), .tracks([Track(title: "a")])),
    ]
  }

  enum OptionalLabel: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case image(name: String, caption: String?)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "image") { fields in
          .image(
            name: try fields.decode("name"),
            caption: try fields.decodeIfPresent("caption")
          )
        } encoding: {
          if case .image(let name, let caption) = $0 {
            ["name": name, "caption": caption]
          } else {
            nil
          }
        }
      }
    }
    enum Twin: Codable, Equatable { case image(name: String, caption: String?) }
    static let pairs = [
      (Own.image(name: "a", caption: nil), Twin.image(name: "a", caption: nil)),
      (.image(name: "a", caption: "b"), .image(name: "a", caption: "b")),
    ]
  }

  enum DefaultLabel: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case wait(seconds: Int = 5)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "wait") { fields in
          .wait(seconds: try fields.decode("seconds"))
        } encoding: {
          if case .wait(let seconds) = $0 { ["seconds": seconds] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable { case wait(seconds: Int = 5) }
    static let pairs = [(Own.wait(), Twin.wait()), (.wait(seconds: 1), .wait(seconds: 1))]
  }

  enum DefaultValue: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case retry(Int = 3)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "retry", as: { (count: Int) in Own.retry(count) })
      }
      var payload: any Encodable {
        switch self {
        case .retry(let count): count
        }
      }
    }
    enum Twin: Codable, Equatable { case retry(Int = 3) }
    static let pairs = [(Own.retry(), Twin.retry()), (.retry(1), .retry(1))]
  }
}

// MARK: - Several values

extension EnumShapes {
  static let several: [any EnumShape.Type] = [
    OneLabel.self, TwoLabels.self, TwoValues.self, ThreeValues.self, LabelLast.self,
    LabelFirst.self,
  ]

  enum OneLabel: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case rated(stars: Int)
      case unknown(UnknownPayload)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "rated") { fields in
          .rated(stars: try fields.decode("stars"))
        } encoding: {
          if case .rated(let stars) = $0 { ["stars": stars] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable { case rated(stars: Int) }
    static let pairs = [(Own.rated(stars: 4), Twin.rated(stars: 4))]
  }

  enum TwoLabels: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case moved(to: String, by: Double)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "moved") { fields in
          .moved(to: try fields.decode("to"), by: try fields.decode("by"))
        } encoding: {
          if case .moved(let place, let distance) = $0 {
            ["to": place, "by": distance]
          } else {
            nil
          }
        }
      }
    }
    enum Twin: Codable, Equatable { case moved(to: String, by: Double) }
    static let pairs = [(Own.moved(to: "a", by: 0.5), Twin.moved(to: "a", by: 0.5))]
  }

  enum TwoValues: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case point(Int, Int)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "point") { fields in
          .point(try fields.decode("_0"), try fields.decode("_1"))
        } encoding: {
          if case .point(let x, let y) = $0 { ["_0": x, "_1": y] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable { case point(Int, Int) }
    static let pairs = [(Own.point(1, 2), Twin.point(1, 2))]
  }

  enum ThreeValues: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case mix(String, Track?, [Int])
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "mix") { fields in
          .mix(
            try fields.decode("_0"),
            try fields.decodeIfPresent("_1"),
            try fields.decode("_2")
          )
        } encoding: {
          guard case .mix(let text, let track, let numbers) = $0 else { return nil }
          return ["_0": text, "_1": track, "_2": numbers]
        }
      }
    }
    enum Twin: Codable, Equatable { case mix(String, Track?, [Int]) }
    static let pairs = [
      (Own.mix("a", nil, []), Twin.mix("a", nil, [])),
      (.mix("a", Track(title: "b"), [1]), .mix("a", Track(title: "b"), [1])),
    ]
  }

  enum LabelLast: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case moved(Int, to: String)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "moved") { fields in
          .moved(try fields.decode("_0"), to: try fields.decode("to"))
        } encoding: {
          if case .moved(let id, let place) = $0 { ["_0": id, "to": place] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable { case moved(Int, to: String) }
    static let pairs = [(Own.moved(1, to: "a"), Twin.moved(1, to: "a"))]
  }

  enum LabelFirst: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case moved(to: String, Int)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "moved") { fields in
          .moved(to: try fields.decode("to"), try fields.decode("_1"))
        } encoding: {
          if case .moved(let place, let id) = $0 { ["to": place, "_1": id] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable { case moved(to: String, Int) }
    static let pairs = [(Own.moved(to: "a", 1), Twin.moved(to: "a", 1))]
  }
}

// MARK: - Enums inside of enums

extension EnumShapes {
  static let inside: [any EnumShape.Type] = [
    Nested.self, Recursive.self, Listed.self, Labelled.self, Either.self,
  ]

  enum Nested: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case signal(Signals.Own)
      case rating(OneLabel.Own?)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "signal", as: Own.signal)
        try $0.register(for: "rating", as: Own.rating)
      }
    }
    enum Twin: Codable, Equatable {
      case signal(Signals.Twin)
      case rating(OneLabel.Twin?)
    }
    static let pairs = [
      (Own.signal(.pause), Twin.signal(.pause)), (.rating(nil), .rating(nil)),
      (.rating(.rated(stars: 1)), .rating(.rated(stars: 1))),
    ]
  }

  enum Recursive: EnumShape {
    indirect enum Own: PolymorphicEnum, Equatable {
      case leaf(Int)
      case not(Own)
      case both(Own, Own)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "leaf", as: Own.leaf)
        try $0.register(for: "not", as: { Own.not($0) })
        try $0.register(for: "both") { fields in
          .both(try fields.decode("_0"), try fields.decode("_1"))
        } encoding: {
          if case .both(let first, let second) = $0 { ["_0": first, "_1": second] } else { nil }
        }
      }
    }
    indirect enum Twin: Codable, Equatable {
      case leaf(Int)
      case not(Twin)
      case both(Twin, Twin)
    }
    static var pairs: [(Own, Twin)] {
      [
        (.not(.not(.leaf(1))), .not(.not(.leaf(1)))),
        (.both(.leaf(1), .not(.leaf(2))), .both(.leaf(1), .not(.leaf(2)))),
      ]
    }
  }

  enum Listed: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case all([Signals.Own])
      case some([String: Signals.Own])
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "all", as: Own.all)
        try $0.register(for: "some", as: Own.some)
      }
    }
    enum Twin: Codable, Equatable {
      case all([Signals.Twin])
      case some([String: Signals.Twin])
    }
    static let pairs = [
      (Own.all([.play, .pause]), Twin.all([.play, .pause])), (.all([]), .all([])),
      (.some(["a_b": .play]), .some(["a_b": .play])),
    ]
  }

  enum Labelled: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case after(first: Signals.Own, rest: [OneLabel.Own])
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "after") { fields in
          .after(first: try fields.decode("first"), rest: try fields.decode("rest"))
        } encoding: {
          if case .after(let first, let rest) = $0 { ["first": first, "rest": rest] } else { nil }
        }
      }
    }
    enum Twin: Codable, Equatable {
      case after(first: Signals.Twin, rest: [OneLabel.Twin])
    }
    static let pairs = [
      (
        Own.after(first: .play, rest: [.rated(stars: 1)]),
        Twin.after(first: .play, rest: [.rated(stars: 1)])
      )
    ]
  }

  enum Either: EnumShape {
    enum Own<
      Left: Codable & Hashable & SendableMetatype,
      Right: Codable & Hashable & SendableMetatype
    >:
      PolymorphicEnum, Equatable
    {
      case left(Left)
      case right(Right)
      static var registry: PolymorphicRegistry<Own> {
        .kept(.synthesized) {
          try $0.register(for: "left", as: Own.left)
          try $0.register(for: "right", as: Own.right)
        }
      }
    }
    enum Twin<Left: Codable & Equatable, Right: Codable & Equatable>: Codable, Equatable {
      case left(Left)
      case right(Right)
    }
    static var pairs: [(Own<Int, Track>, Twin<Int, Track>)] {
      [(.left(1), .left(1)), (.right(Track(title: "a")), .right(Track(title: "a")))]
    }
  }
}

// MARK: - Names

extension EnumShapes {
  static let named: [any EnumShape.Type] = [CamelCase.self, Short.self, NotASCII.self]

  /// Key strategies convert the names of the case and of its labels.
  enum CamelCase: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case movieStar(firstName: String)
      case bigScreen
      case musicTrack(Track)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "movieStar") { fields in
          .movieStar(firstName: try fields.decode("firstName"))
        } encoding: {
          if case .movieStar(let name) = $0 { ["firstName": name] } else { nil }
        }
        try $0.register(.bigScreen, for: "bigScreen")
        try $0.register(for: "musicTrack", as: Own.musicTrack)
      }
    }
    enum Twin: Codable, Equatable {
      case movieStar(firstName: String)
      case bigScreen
      case musicTrack(Track)
    }
    static let pairs = [
      (Own.movieStar(firstName: "a"), Twin.movieStar(firstName: "a")), (.bigScreen, .bigScreen),
      (.musicTrack(Track(title: "a", minutes: 1)), .musicTrack(Track(title: "a", minutes: 1))),
    ]
  }

  enum Short: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case x1
      case y(Int)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(.x1, for: "x1")
        try $0.register(for: "y", as: Own.y)
      }
    }
    enum Twin: Codable, Equatable {
      case x1
      case y(Int)
    }
    static let pairs = [(Own.x1, Twin.x1), (.y(1), .y(1))]
  }

  enum NotASCII: EnumShape {
    enum Own: PolymorphicEnum, Equatable {
      case größe(Int)
      static let registry = PolymorphicRegistry<Own>(.synthesized) {
        try $0.register(for: "größe", as: Own.größe)
      }
    }
    enum Twin: Codable, Equatable { case größe(Int) }
    static let pairs = [(Own.größe(1), Twin.größe(1))]
  }
}
