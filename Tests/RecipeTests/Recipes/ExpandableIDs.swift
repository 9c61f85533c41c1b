import Foundation
import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *Expandable ids*.
@Suite struct ExpandableIDsTests {
  protocol APIObject: Codable, SendableMetatype {
    var id: Identifier<Self> { get }
  }

  enum Expandable<Object: APIObject>: PolymorphicEnum {
    case id(Identifier<Object>)
    case object(Object)

    static var registry: PolymorphicRegistry<Expandable> {
      .kept(.jsonKind) {
        try $0.register(for: "string", as: Expandable.id)
        try $0.register(for: "object", as: Expandable.object)
      }
    }

    var id: Identifier<Object> {
      switch self {
      case .id(let id): id
      case .object(let object): object.id
      }
    }
  }

  struct Charge: APIObject {
    var id: Identifier<Charge>
    var amount: Int
    var customer: Expandable<Customer>?
  }

  struct Customer: APIObject {
    var id: Identifier<Customer>
    var email: String?
  }

  static let charges = #"""
    [{"id": "ch_1", "amount": 900, "customer": "cus_1"},
     {"id": "ch_2", "amount": 250,
      "customer": {"id": "cus_2", "email": "ada@example.org"}},
     {"id": "ch_3", "amount": 100}]
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.charges.utf8)
    let charges = try JSONDecoder().decode([Charge].self, from: data)
    print(charges.compactMap { $0.customer?.id })
    #expect(charges.map { $0.customer?.id } == ["cus_1", "cus_2", nil])
  }

  @Test(arguments: Backend.recipes)
  func `decodes an id and an object, and encodes each as it came`(_ backend: Backend) throws {
    let charges = try backend.keep([Charge].self, Self.charges)
    guard case .object(let customer) = charges[1].customer else {
      Issue.record("\(charges)")
      return
    }
    #expect(customer.email == "ada@example.org")
  }

  @Test(arguments: Backend.recipes, ["7", "[]"])
  func `another kind of value is an error`(_ backend: Backend, _ value: String) throws {
    let json = Self.charges.replacingOccurrences(of: #""cus_1""#, with: value)
    #expect(try backend.place(ofErrorIn: json, as: [Charge].self) == "[0].customer")
  }

  @Test(arguments: Backend.recipes)
  func `with Preserving, members that a type lacks stay`(_ backend: Backend) throws {
    let json = Self.charges.replacingOccurrences(
      of: #""id": "cus_2""#,
      with: #""id": "cus_2", "object": "customer""#
    )
    _ = try backend.keep([Preserving<Charge>].self, json)
  }

  @Test(arguments: Backend.recipes)
  func `a broken object is an error, with its path`(_ backend: Backend) throws {
    let json = Self.charges.replacingOccurrences(of: #""cus_2""#, with: "2")
    #expect(try backend.place(ofErrorIn: json, as: [Charge].self) == "[1].customer.id")
  }
}
