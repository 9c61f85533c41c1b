/// The objects without an expandable member.
///
/// Each stores its tag, `object`, so that one that stands in the place of its id is encoded with it.
extension Expandables {
  struct Account: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var country: String
    var email: String?
  }

  struct AccountLink: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var url: String
  }

  struct ApplicationFee: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
  }

  struct Balance: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var available: Int
    var pending: Int
  }

  struct BalanceTransaction: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var net: Int
    var fee: Int
  }

  struct BankAccount: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var bankName: String
    var last4: String
  }

  struct Capability: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var requested: Bool
  }

  struct Card: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var brand: String
    var last4: String
  }

  struct CashBalance: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var livemode: Bool
  }

  struct CheckoutSession: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var mode: String
    var url: String?
  }

  struct CountrySpec: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var defaultCurrency: String
  }

  struct Coupon: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var percentOff: Int?
    var valid: Bool
  }

  struct CreditNote: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
  }

  struct CustomerSession: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var clientSecret: String
  }

  struct Discount: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var promotionCode: String?
  }

  struct FeeRefund: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
  }

  struct File: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var purpose: String
    var size: Int
  }

  struct FileLink: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var expired: Bool
  }

  struct InvoiceItem: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var description: String?
  }

  struct LineItem: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var amount: Int
    var quantity: Int?
  }

  struct LoginLink: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var url: String
  }

  struct Mandate: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var status: String
  }

  struct PaymentLink: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var active: Bool
    var url: String
  }

  struct PaymentMethod: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var type: String
  }

  struct Person: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var firstName: String?
  }

  struct Plan: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var interval: String
    var amount: Int?
  }

  struct Price: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var currency: String
    var unitAmount: Int?
  }

  struct Product: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var name: String
    var active: Bool
  }

  struct PromotionCode: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var code: String
  }

  struct Quote: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var status: String
  }

  struct Review: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var reason: String
    var open: Bool
  }

  struct SetupAttempt: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var status: String
  }

  struct SetupIntent: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var status: String
  }

  struct ShippingRate: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var displayName: String?
  }

  struct Source: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var flow: String
  }

  struct SubscriptionItem: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var quantity: Int
  }

  struct SubscriptionSchedule: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var status: String
  }

  struct TaxCode: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var name: String
  }

  struct TaxRate: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var percentage: Double
    var inclusive: Bool
  }

  struct TerminalReader: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var label: String
  }

  struct TestClock: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var frozenTime: Int
  }

  struct Token: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var used: Bool
  }

  struct WebhookEndpoint: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var url: String
    var status: String
  }
}
