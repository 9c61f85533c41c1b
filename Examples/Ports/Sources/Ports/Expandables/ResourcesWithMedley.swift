import Foundation
import Medley

extension Expandables {
  /// The client with Medley.
  enum WithMedley {}
}

extension Expandables.WithMedley {
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
  enum Resource: PolymorphicEnum, Equatable, Sendable {
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
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Resource>("object") {
      try $0.register(for: "account", as: Resource.account)
      try $0.register(for: "account_link", as: Resource.accountLink)
      try $0.register(for: "application_fee", as: Resource.applicationFee)
      try $0.register(for: "balance", as: Resource.balance)
      try $0.register(for: "balance_transaction", as: Resource.balanceTransaction)
      try $0.register(for: "bank_account", as: Resource.bankAccount)
      try $0.register(for: "capability", as: Resource.capability)
      try $0.register(for: "card", as: Resource.card)
      try $0.register(for: "cash_balance", as: Resource.cashBalance)
      try $0.register(for: "charge", as: Resource.charge)
      try $0.register(for: "checkout.session", as: Resource.checkoutSession)
      try $0.register(for: "country_spec", as: Resource.countrySpec)
      try $0.register(for: "coupon", as: Resource.coupon)
      try $0.register(for: "credit_note", as: Resource.creditNote)
      try $0.register(for: "customer", as: Resource.customer)
      try $0.register(for: "customer_session", as: Resource.customerSession)
      try $0.register(for: "discount", as: Resource.discount)
      try $0.register(for: "dispute", as: Resource.dispute)
      try $0.register(for: "fee_refund", as: Resource.feeRefund)
      try $0.register(for: "file", as: Resource.file)
      try $0.register(for: "file_link", as: Resource.fileLink)
      try $0.register(for: "invoice", as: Resource.invoice)
      try $0.register(for: "invoiceitem", as: Resource.invoiceItem)
      try $0.register(for: "line_item", as: Resource.lineItem)
      try $0.register(for: "login_link", as: Resource.loginLink)
      try $0.register(for: "mandate", as: Resource.mandate)
      try $0.register(for: "payment_intent", as: Resource.paymentIntent)
      try $0.register(for: "payment_link", as: Resource.paymentLink)
      try $0.register(for: "payment_method", as: Resource.paymentMethod)
      try $0.register(for: "payout", as: Resource.payout)
      try $0.register(for: "person", as: Resource.person)
      try $0.register(for: "plan", as: Resource.plan)
      try $0.register(for: "price", as: Resource.price)
      try $0.register(for: "product", as: Resource.product)
      try $0.register(for: "promotion_code", as: Resource.promotionCode)
      try $0.register(for: "quote", as: Resource.quote)
      try $0.register(for: "refund", as: Resource.refund)
      try $0.register(for: "review", as: Resource.review)
      try $0.register(for: "setup_attempt", as: Resource.setupAttempt)
      try $0.register(for: "setup_intent", as: Resource.setupIntent)
      try $0.register(for: "shipping_rate", as: Resource.shippingRate)
      try $0.register(for: "source", as: Resource.source)
      try $0.register(for: "subscription", as: Resource.subscription)
      try $0.register(for: "subscription_item", as: Resource.subscriptionItem)
      try $0.register(for: "subscription_schedule", as: Resource.subscriptionSchedule)
      try $0.register(for: "tax_code", as: Resource.taxCode)
      try $0.register(for: "tax_rate", as: Resource.taxRate)
      try $0.register(for: "terminal.reader", as: Resource.terminalReader)
      try $0.register(for: "test_helpers.test_clock", as: Resource.testClock)
      try $0.register(for: "token", as: Resource.token)
      try $0.register(for: "transfer", as: Resource.transfer)
      try $0.register(for: "webhook_endpoint", as: Resource.webhookEndpoint)
    }

    var payload: any Encodable {
      switch self {
      case .account(let object): object
      case .accountLink(let object): object
      case .applicationFee(let object): object
      case .balance(let object): object
      case .balanceTransaction(let object): object
      case .bankAccount(let object): object
      case .capability(let object): object
      case .card(let object): object
      case .cashBalance(let object): object
      case .charge(let object): object
      case .checkoutSession(let object): object
      case .countrySpec(let object): object
      case .coupon(let object): object
      case .creditNote(let object): object
      case .customer(let object): object
      case .customerSession(let object): object
      case .discount(let object): object
      case .dispute(let object): object
      case .feeRefund(let object): object
      case .file(let object): object
      case .fileLink(let object): object
      case .invoice(let object): object
      case .invoiceItem(let object): object
      case .lineItem(let object): object
      case .loginLink(let object): object
      case .mandate(let object): object
      case .paymentIntent(let object): object
      case .paymentLink(let object): object
      case .paymentMethod(let object): object
      case .payout(let object): object
      case .person(let object): object
      case .plan(let object): object
      case .price(let object): object
      case .product(let object): object
      case .promotionCode(let object): object
      case .quote(let object): object
      case .refund(let object): object
      case .review(let object): object
      case .setupAttempt(let object): object
      case .setupIntent(let object): object
      case .shippingRate(let object): object
      case .source(let object): object
      case .subscription(let object): object
      case .subscriptionItem(let object): object
      case .subscriptionSchedule(let object): object
      case .taxCode(let object): object
      case .taxRate(let object): object
      case .terminalReader(let object): object
      case .testClock(let object): object
      case .token(let object): object
      case .transfer(let object): object
      case .webhookEndpoint(let object): object
      case .unknown(let payload): payload
      }
    }
  }
}
