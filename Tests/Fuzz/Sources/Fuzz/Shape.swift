import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience

/// An enum whose cases hold the enum itself, optionals, existentials and open enums.
indirect enum Shape: PolymorphicEnum, Hashable {
  case not(Shape)
  case all([Shape])
  case number(Int?)
  case unit(OpenEnum<Unit>)
  case box(Box)
  case unknown(UnknownPayload)

  enum Unit: String { case metre, inch }

  static let registry = PolymorphicRegistry<Shape>(.external) { registry in
    try registry.register(for: "not", as: Shape.not)
    try registry.register(for: "all", as: Shape.all)
    try registry.register(for: "number", as: Shape.number)
    try registry.register(for: "unit", as: Shape.unit)
    try registry.register(for: "box", as: Shape.box)
    registry.policies = .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
  }
}

/// Shapes that both decoders decode alike, and that survive encoding.
struct ShapeChecking {
  private let document: [UInt8]

  init(_ document: [UInt8]) {
    self.document = document
  }

  func run() {
    Comparison<[Shape]>(Registries.plain).run(document)
    let decoder = PolymorphicJSONDecoder(Registries.plain)
    guard let shapes = try? decoder.decode([Shape].self, from: document),
      DocumentShape(document)?.isComparable == true
    else { return }
    let encoder = JSONEncoder()
    encoder.userInfo.register(Registries.plain)
    guard let data = try? encoder.encode(shapes) else { return }
    let again = try? decoder.decode([Shape].self, from: data)
    expectEqual(again, shapes, document, "encoded again")
  }
}
