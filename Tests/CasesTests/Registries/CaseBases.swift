/// The bases of one case, by name.
struct CaseBases {
  private let bases: [any CaseBase]

  // The names that the catalogue doesn't have stand for spare bases, in turn.
  init(registered names: [String]) throws(CaseProblem) {
    var bases: [any CaseBase] = [
      ProtocolBase<any Media>(name: "Media"),
      ProtocolBase<any Block>(name: "Block"),
      ProtocolBase<any Resource>(name: "Resource"),
      ProtocolBase<any Shape>(name: "Shape"),
      ProtocolBase<any Event>(name: "Event"),
      ProtocolBase<any Vehicle>(name: "Vehicle"),
      EnumBase<Item>(name: "Item"),
      EnumBase<Reply>(name: "Reply"),
    ]
    let unknown = names.filter { name in !bases.contains { $0.name == name } }
    for (index, name) in unknown.enumerated() {
      switch index {
      case 0: bases.append(ProtocolBase<any FirstSpareBase>(name: name))
      case 1: bases.append(ProtocolBase<any SecondSpareBase>(name: name))
      case 2: bases.append(ProtocolBase<any ThirdSpareBase>(name: name))
      case 3: bases.append(ProtocolBase<any FourthSpareBase>(name: name))
      default: throw .invalid("No spare base is left for '\(name)'")
      }
    }
    self.bases = bases
  }

  func base(named name: String) throws(CaseProblem) -> any CaseBase {
    guard let base = bases.first(where: { $0.name == name }) else {
      throw .invalid("'\(name)' is no base, and the case gives it no registry")
    }
    return base
  }

  /// The name by which the case knows the base that `element` belongs to.
  func name(ofElement element: any Registrable.Type) -> String {
    bases.first { $0.element == element }?.name ?? "\(element)"
  }
}
