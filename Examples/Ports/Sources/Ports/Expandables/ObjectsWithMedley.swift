import Medley

// The objects with expandable members.

extension Expandables.WithMedley {
  struct Charge: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var customer: Expandable<Customer>?
    var invoice: Expandable<Invoice>?
    var balanceTransaction: Expandable<Expandables.BalanceTransaction>?
  }

  struct Customer: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var name: String?
    var defaultSource: Expandable<Expandables.Card>?
  }

  struct Dispute: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var reason: String
    var charge: Expandable<Charge>
  }

  struct Invoice: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var total: Int
    var customer: Expandable<Customer>
    var subscription: Expandable<Subscription>?
    var charge: Expandable<Charge>?
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

  struct Subscription: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var status: String
    var customer: Expandable<Customer>
    var plan: Expandables.Plan?
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
  indirect enum Expandable<Object: Codable & Equatable & Sendable>: PolymorphicEnum, Equatable,
    Sendable
  {
    case id(String)
    case object(Object)

    static var registry: PolymorphicRegistry<Expandable> {
      .kept(.jsonKind) {
        try $0.register(for: "string", as: Expandable.id)
        try $0.register(for: "object", as: Expandable.object)
      }
    }

    var payload: any Encodable {
      switch self {
      case .id(let id): id
      case .object(let object): object
      }
    }
  }
}
