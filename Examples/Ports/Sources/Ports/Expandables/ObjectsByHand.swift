// The objects with expandable members.

extension Expandables.ByHand {
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
