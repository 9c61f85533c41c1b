import Medley

/// The elements of a document, decoded at the positions of a plan.
///
/// Decodes nested elements in known and unknown ones, so every decoder on the path is used
/// several times. Decodes arrays that have only elements as arrays.
struct PlannedElements: Decodable {
  static let planKey = CodingUserInfoKey(rawValue: "PlannedElements.plan")

  private(set) var elements: [Polymorphic<any Part>] = []

  init(from decoder: any Decoder) throws {
    guard let key = Self.planKey, let plan = decoder.userInfo[key] as? ElementPlan else { return }
    if plan.element != nil { elements.append(try Polymorphic(from: decoder)) }
    try visit(plan, decoder)
  }

  /// Decodes the elements inside a value.
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
