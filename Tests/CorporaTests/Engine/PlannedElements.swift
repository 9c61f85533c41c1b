import Medley

/// The elements of a document, decoded where a plan says that there are any.
///
/// Elements inside others are decoded too, whether their outer ones are known or not: every decoder
/// on the way is asked several times. Arrays of elements only are decoded as arrays are.
struct PlannedElements: Decodable {
  static let planKey = CodingUserInfoKey(rawValue: "PlannedElements.plan")

  private(set) var elements: [Polymorphic<any Part>] = []

  init(from decoder: any Decoder) throws {
    guard let key = Self.planKey, let plan = decoder.userInfo[key] as? ElementPlan else { return }
    if plan.element != nil { elements.append(try Polymorphic(from: decoder)) }
    try visit(plan, decoder)
  }

  /// Decodes what is inside of a value.
  private mutating func visit(_ plan: ElementPlan, _ decoder: any Decoder) throws {
    if !plan.items.isEmpty { try visitArray(plan, decoder) }
    guard !plan.members.isEmpty else { return }
    let container = try decoder.container(keyedBy: Key.self)
    for (name, member) in plan.members {
      let key = Key(stringValue: name)
      if member.element != nil {
        elements.append(try container.decode(Polymorphic<any Part>.self, forKey: key))
      }
      if member.elements.count > (member.element == nil ? 0 : 1) {
        try visit(member, try container.superDecoder(forKey: key))
      }
    }
  }

  private mutating func visitArray(_ plan: ElementPlan, _ decoder: any Decoder) throws {
    let feed = try plan.isFeed ? [Polymorphic<any Part>](from: decoder) : []
    var container = try decoder.unkeyedContainer()
    for (index, item) in plan.items.enumerated() {
      let inside = try container.superDecoder()
      if plan.isFeed {
        elements.append(feed[index])
      } else if item.element != nil {
        elements.append(try Polymorphic(from: inside))
      }
      try visit(item, inside)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
