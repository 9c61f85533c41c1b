import Foundation
import Medley
import MedleyTesting
import TestSupport
import Testing

/// The laws of an app's types hold for elements of every form and base.
@Suite struct FormLawsTests {
  private static func laws<Value: Decodable & SendableMetatype, Base>(
    of type: Value.Type,
    _ samples: [String],
    _ registry: PolymorphicRegistry<Base>
  ) -> Laws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.userInfo.register(registry)
    encoder.userInfo.register(registry)
    return Laws(
      of: type,
      samples: samples,
      decoder: decoder,
      encoder: encoder,
      mutants: Thoroughness.rounds(5000)
    )
  }

  @Test(arguments: FormSample.all)
  func `keeps all laws in every form`(_ form: FormSample) throws {
    let laws = Self.laws(
      of: [Polymorphic<any Media>].self,
      ["[\(form.movies[0]), \(form.written)]", "[\(form.unknown), \(form.written)]"],
      try form.registry
    )
    #expect(laws.violations.isEmpty, "\(laws)")
  }

  private class Shape: PolymorphicBase, Codable {
    var name: String

    class var registry: PolymorphicRegistry<Shape> {
      PolymorphicRegistry("kind", ["circle": Circle.self, "square": Square.self])
    }
  }

  private final class Circle: Shape {}

  private final class Square: Shape {}

  @Test func `keeps all laws with a base that is a class`() {
    let sample =
      #"[{"kind": "circle", "name": "a"}, {"kind": "square", "name": "b"}, {"kind": "x"}]"#
    let laws = Laws(of: [Polymorphic<Shape>].self, samples: [sample], mutants: 500)
    #expect(laws.violations.isEmpty, "\(laws)")
  }

  private struct Person: Codable, Equatable {
    var first: String
    var last: String

    struct Old: Codable { var name: String }
  }

  @Test func `keeps all laws with a base that is a struct of several versions`() {
    let people = PolymorphicRegistry<Person>("version", policies: .init(missing: .assume(1))) {
      try $0.register(Person.Old.self, for: 1) { Person(first: $0.name, last: "") }
      try $0.register(Person.self, for: 2)
    }
    let laws = Self.laws(
      of: [Polymorphic<Person>].self,
      [#"[{"name": "Ada"}, {"version": 2, "first": "Grace", "last": "Hopper"}, {"version": 3}]"#],
      people
    )
    // An upgraded element is written as the newest version.
    #expect(laws.violations.map(\.law) == [.keys], "\(laws)")
    #expect(laws.violations.map(\.path) == ["[].name"])
  }
}
