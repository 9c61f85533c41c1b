import Medley

// The objects with expandable members.

extension Expandables.WithMedley {
  struct Charge: ExpandableObject {
    var id: String
    var object: String
    var amount: Int
    var customer: Expandable<Customer>?
    var invoice: Expandable<Invoice>?
    var balanceTransaction: Expandable<Expandables.BalanceTransaction>?

    static let expandable = makeExpandable()
  }

  struct Customer: ExpandableObject {
    var id: String
    var object: String
    var name: String?
    var defaultSource: Expandable<Expandables.Card>?

    static let expandable = makeExpandable()
  }

  struct Dispute: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var reason: String
    var charge: Expandable<Charge>
  }

  struct Invoice: ExpandableObject {
    var id: String
    var object: String
    var total: Int
    var customer: Expandable<Customer>
    var subscription: Expandable<Subscription>?
    var charge: Expandable<Charge>?

    static let expandable = makeExpandable()
  }

  struct PaymentIntent: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var latestCharge: Expandable<Charge>?
  }

  struct Payout: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var balanceTransaction: Expandable<Expandables.BalanceTransaction>?
  }

  struct Refund: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var charge: Expandable<Charge>?
  }

  struct Subscription: ExpandableObject {
    var id: String
    var object: String
    var status: String
    var customer: Expandable<Customer>
    var plan: Expandables.Plan?

    static let expandable = makeExpandable()
  }

  struct Transfer: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var destination: Expandable<Expandables.Account>?
  }
}

extension Expandables.WithMedley {
  /// The id of an object, or the object in its place.
  indirect enum Expandable<Object: ExpandableObject>: PolymorphicEnum, Equatable, Sendable {
    case id(String)
    case object(Object)

    static var registry: PolymorphicRegistry<Expandable> { Object.expandable }

    var payload: any Encodable {
      switch self {
      case .id(let id): id
      case .object(let object): object
      }
    }
  }

  /// An object with a registry for its ids, since a generic type can't store one.
  protocol ExpandableObject: Codable, Equatable, Sendable {
    static var expandable: PolymorphicRegistry<Expandable<Self>> { get }
  }
}

extension Expandables.WithMedley.ExpandableObject {
  static func makeExpandable() -> PolymorphicRegistry<Expandables.WithMedley.Expandable<Self>> {
    PolymorphicRegistry(.jsonKind) {
      try $0.register(for: "string", as: Expandables.WithMedley.Expandable.id)
      try $0.register(for: "object", as: Expandables.WithMedley.Expandable.object)
    }
  }
}

extension Expandables.Account: Expandables.WithMedley.ExpandableObject {
  static let expandable = makeExpandable()
}

extension Expandables.BalanceTransaction: Expandables.WithMedley.ExpandableObject {
  static let expandable = makeExpandable()
}

extension Expandables.Card: Expandables.WithMedley.ExpandableObject {
  static let expandable = makeExpandable()
}
