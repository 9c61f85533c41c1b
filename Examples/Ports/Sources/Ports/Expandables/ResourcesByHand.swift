import Foundation

extension Expandables {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension Expandables.ByHand {
  /// The id of an object, or the object in its place.
  indirect enum Expandable<Object: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    case id(String)
    case object(Object)

    init(from decoder: any Decoder) throws {
      if let id = try? decoder.singleValueContainer().decode(String.self) {
        self = .id(id)
      } else {
        self = .object(try Object(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .id(let id): try container.encode(id)
      case .object(let object): try container.encode(object)
      }
    }
  }

  struct Event: Codable, Equatable, Sendable {
    var id: String
    var object: String
    var type: String
    var created: Date
    var data: EventData
  }

  struct EventData: Codable, Equatable, Sendable {
    var object: Resource
  }

  /// Any object of the API.
  enum Resource: Codable, Equatable, Sendable {
    case account(Expandables.Account)
    case accountLink(Expandables.AccountLink)
    case applicationFee(Expandables.ApplicationFee)
    case balance(Expandables.Balance)
    case balanceTransaction(Expandables.BalanceTransaction)
    case bankAccount(Expandables.BankAccount)
    case capability(Expandables.Capability)
    case card(Expandables.Card)
    case cashBalance(Expandables.CashBalance)
    case charge(Charge)
    case checkoutSession(Expandables.CheckoutSession)
    case countrySpec(Expandables.CountrySpec)
    case coupon(Expandables.Coupon)
    case creditNote(Expandables.CreditNote)
    case customer(Customer)
    case customerSession(Expandables.CustomerSession)
    case discount(Expandables.Discount)
    case dispute(Dispute)
    case feeRefund(Expandables.FeeRefund)
    case file(Expandables.File)
    case fileLink(Expandables.FileLink)
    case invoice(Invoice)
    case invoiceItem(Expandables.InvoiceItem)
    case lineItem(Expandables.LineItem)
    case loginLink(Expandables.LoginLink)
    case mandate(Expandables.Mandate)
    case paymentIntent(PaymentIntent)
    case paymentLink(Expandables.PaymentLink)
    case paymentMethod(Expandables.PaymentMethod)
    case payout(Payout)
    case person(Expandables.Person)
    case plan(Expandables.Plan)
    case price(Expandables.Price)
    case product(Expandables.Product)
    case promotionCode(Expandables.PromotionCode)
    case quote(Expandables.Quote)
    case refund(Refund)
    case review(Expandables.Review)
    case setupAttempt(Expandables.SetupAttempt)
    case setupIntent(Expandables.SetupIntent)
    case shippingRate(Expandables.ShippingRate)
    case source(Expandables.Source)
    case subscription(Subscription)
    case subscriptionItem(Expandables.SubscriptionItem)
    case subscriptionSchedule(Expandables.SubscriptionSchedule)
    case taxCode(Expandables.TaxCode)
    case taxRate(Expandables.TaxRate)
    case terminalReader(Expandables.TerminalReader)
    case testClock(Expandables.TestClock)
    case token(Expandables.Token)
    case transfer(Transfer)
    case webhookEndpoint(Expandables.WebhookEndpoint)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case object
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .object) {
      case "account": self = .account(try Expandables.Account(from: decoder))
      case "account_link": self = .accountLink(try Expandables.AccountLink(from: decoder))
      case "application_fee": self = .applicationFee(try Expandables.ApplicationFee(from: decoder))
      case "balance": self = .balance(try Expandables.Balance(from: decoder))
      case "balance_transaction":
        self = .balanceTransaction(try Expandables.BalanceTransaction(from: decoder))
      case "bank_account": self = .bankAccount(try Expandables.BankAccount(from: decoder))
      case "capability": self = .capability(try Expandables.Capability(from: decoder))
      case "card": self = .card(try Expandables.Card(from: decoder))
      case "cash_balance": self = .cashBalance(try Expandables.CashBalance(from: decoder))
      case "charge": self = .charge(try Charge(from: decoder))
      case "checkout.session":
        self = .checkoutSession(try Expandables.CheckoutSession(from: decoder))
      case "country_spec": self = .countrySpec(try Expandables.CountrySpec(from: decoder))
      case "coupon": self = .coupon(try Expandables.Coupon(from: decoder))
      case "credit_note": self = .creditNote(try Expandables.CreditNote(from: decoder))
      case "customer": self = .customer(try Customer(from: decoder))
      case "customer_session":
        self = .customerSession(try Expandables.CustomerSession(from: decoder))
      case "discount": self = .discount(try Expandables.Discount(from: decoder))
      case "dispute": self = .dispute(try Dispute(from: decoder))
      case "fee_refund": self = .feeRefund(try Expandables.FeeRefund(from: decoder))
      case "file": self = .file(try Expandables.File(from: decoder))
      case "file_link": self = .fileLink(try Expandables.FileLink(from: decoder))
      case "invoice": self = .invoice(try Invoice(from: decoder))
      case "invoiceitem": self = .invoiceItem(try Expandables.InvoiceItem(from: decoder))
      case "line_item": self = .lineItem(try Expandables.LineItem(from: decoder))
      case "login_link": self = .loginLink(try Expandables.LoginLink(from: decoder))
      case "mandate": self = .mandate(try Expandables.Mandate(from: decoder))
      case "payment_intent": self = .paymentIntent(try PaymentIntent(from: decoder))
      case "payment_link": self = .paymentLink(try Expandables.PaymentLink(from: decoder))
      case "payment_method": self = .paymentMethod(try Expandables.PaymentMethod(from: decoder))
      case "payout": self = .payout(try Payout(from: decoder))
      case "person": self = .person(try Expandables.Person(from: decoder))
      case "plan": self = .plan(try Expandables.Plan(from: decoder))
      case "price": self = .price(try Expandables.Price(from: decoder))
      case "product": self = .product(try Expandables.Product(from: decoder))
      case "promotion_code": self = .promotionCode(try Expandables.PromotionCode(from: decoder))
      case "quote": self = .quote(try Expandables.Quote(from: decoder))
      case "refund": self = .refund(try Refund(from: decoder))
      case "review": self = .review(try Expandables.Review(from: decoder))
      case "setup_attempt": self = .setupAttempt(try Expandables.SetupAttempt(from: decoder))
      case "setup_intent": self = .setupIntent(try Expandables.SetupIntent(from: decoder))
      case "shipping_rate": self = .shippingRate(try Expandables.ShippingRate(from: decoder))
      case "source": self = .source(try Expandables.Source(from: decoder))
      case "subscription": self = .subscription(try Subscription(from: decoder))
      case "subscription_item":
        self = .subscriptionItem(try Expandables.SubscriptionItem(from: decoder))
      case "subscription_schedule":
        self = .subscriptionSchedule(try Expandables.SubscriptionSchedule(from: decoder))
      case "tax_code": self = .taxCode(try Expandables.TaxCode(from: decoder))
      case "tax_rate": self = .taxRate(try Expandables.TaxRate(from: decoder))
      case "terminal.reader": self = .terminalReader(try Expandables.TerminalReader(from: decoder))
      case "test_helpers.test_clock": self = .testClock(try Expandables.TestClock(from: decoder))
      case "token": self = .token(try Expandables.Token(from: decoder))
      case "transfer": self = .transfer(try Transfer(from: decoder))
      case "webhook_endpoint":
        self = .webhookEndpoint(try Expandables.WebhookEndpoint(from: decoder))
      case let name: self = .unknown(name)
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .account(let object): try object.encode(to: encoder)
      case .accountLink(let object): try object.encode(to: encoder)
      case .applicationFee(let object): try object.encode(to: encoder)
      case .balance(let object): try object.encode(to: encoder)
      case .balanceTransaction(let object): try object.encode(to: encoder)
      case .bankAccount(let object): try object.encode(to: encoder)
      case .capability(let object): try object.encode(to: encoder)
      case .card(let object): try object.encode(to: encoder)
      case .cashBalance(let object): try object.encode(to: encoder)
      case .charge(let object): try object.encode(to: encoder)
      case .checkoutSession(let object): try object.encode(to: encoder)
      case .countrySpec(let object): try object.encode(to: encoder)
      case .coupon(let object): try object.encode(to: encoder)
      case .creditNote(let object): try object.encode(to: encoder)
      case .customer(let object): try object.encode(to: encoder)
      case .customerSession(let object): try object.encode(to: encoder)
      case .discount(let object): try object.encode(to: encoder)
      case .dispute(let object): try object.encode(to: encoder)
      case .feeRefund(let object): try object.encode(to: encoder)
      case .file(let object): try object.encode(to: encoder)
      case .fileLink(let object): try object.encode(to: encoder)
      case .invoice(let object): try object.encode(to: encoder)
      case .invoiceItem(let object): try object.encode(to: encoder)
      case .lineItem(let object): try object.encode(to: encoder)
      case .loginLink(let object): try object.encode(to: encoder)
      case .mandate(let object): try object.encode(to: encoder)
      case .paymentIntent(let object): try object.encode(to: encoder)
      case .paymentLink(let object): try object.encode(to: encoder)
      case .paymentMethod(let object): try object.encode(to: encoder)
      case .payout(let object): try object.encode(to: encoder)
      case .person(let object): try object.encode(to: encoder)
      case .plan(let object): try object.encode(to: encoder)
      case .price(let object): try object.encode(to: encoder)
      case .product(let object): try object.encode(to: encoder)
      case .promotionCode(let object): try object.encode(to: encoder)
      case .quote(let object): try object.encode(to: encoder)
      case .refund(let object): try object.encode(to: encoder)
      case .review(let object): try object.encode(to: encoder)
      case .setupAttempt(let object): try object.encode(to: encoder)
      case .setupIntent(let object): try object.encode(to: encoder)
      case .shippingRate(let object): try object.encode(to: encoder)
      case .source(let object): try object.encode(to: encoder)
      case .subscription(let object): try object.encode(to: encoder)
      case .subscriptionItem(let object): try object.encode(to: encoder)
      case .subscriptionSchedule(let object): try object.encode(to: encoder)
      case .taxCode(let object): try object.encode(to: encoder)
      case .taxRate(let object): try object.encode(to: encoder)
      case .terminalReader(let object): try object.encode(to: encoder)
      case .testClock(let object): try object.encode(to: encoder)
      case .token(let object): try object.encode(to: encoder)
      case .transfer(let object): try object.encode(to: encoder)
      case .webhookEndpoint(let object): try object.encode(to: encoder)
      case .unknown(let name):
        throw EncodingError.invalidValue(
          self,
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "The content of a \(name) wasn't kept"
          )
        )
      }
    }
  }
}
