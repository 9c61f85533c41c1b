import Medley
import TestSupport

/// The positions of a site's elements in a document.
struct ElementPlan: Sendable {
  let place: PlacedTree
  /// The value, if it is an element.
  var element: PlacedElement?
  /// The members that are or contain elements, in document order.
  var members: [(key: String, plan: ElementPlan)] = []
  /// All items of an array, if one of them is or contains an element.
  var items: [ElementPlan] = []
  /// Whether every element of the array is one of the site.
  var isFeed: Bool { !items.isEmpty && items.allSatisfy { $0.element != nil } }

  var isEmpty: Bool { element == nil && members.isEmpty && items.isEmpty }

  /// The arrays that have only elements, outermost first.
  var feeds: [PlacedTree] {
    (isFeed ? [place] : []) + members.flatMap(\.plan.feeds) + items.flatMap(\.feeds)
  }

  /// All elements, outermost first, in the order in which `PlannedElements` decodes them.
  var elements: [PlacedElement] {
    (element.map { [$0] } ?? []) + members.flatMap(\.plan.elements)
      + items.flatMap(\.elements)
  }
}

/// An element, as the tests find it.
struct PlacedElement: Sendable {
  let found: ElementSite.Found
  let place: PlacedTree
  /// The path, such as `[1].shapes[0]`.
  let path: String
  /// Whether the element is inside another one, with whose content it is compared.
  let isInside: Bool
}

/// The path to a value.
struct Surroundings: Sendable {
  /// The keys and, as `[]`, the arrays on the way, outermost first.
  var steps: [String] = []
  /// The last key on the way.
  var key: String?
  /// Whether the value is in an array under that key.
  var isItem = false
  /// The path, such as `[1].shapes[0]`.
  var path = ""
  /// Whether a value on the path is an element.
  var isInside = false

  var isRoot: Bool { steps.isEmpty }

  func inside(_ key: String) -> Surroundings {
    Surroundings(
      steps: steps + [key],
      key: key,
      path: path.isEmpty ? key : "\(path).\(key)",
      isInside: isInside
    )
  }

  func at(_ index: Int) -> Surroundings {
    Surroundings(
      steps: steps + ["[]"],
      key: key,
      isItem: true,
      path: "\(path)[\(index)]",
      isInside: isInside
    )
  }
}

// MARK: - Planning

extension ElementPlan {
  init(_ place: PlacedTree, at site: ElementSite, _ around: Surroundings = Surroundings()) {
    self.place = place
    if place.members != nil, let found = site.find(place, around) {
      element = PlacedElement(
        found: found,
        place: place,
        path: around.path,
        isInside: around.isInside
      )
    }
    var around = around
    around.isInside = around.isInside || element != nil
    for key in place.keys {
      guard let value = place[key] else { continue }
      let plan = ElementPlan(value, at: site, around.inside(key))
      if !plan.isEmpty { members.append((key, plan)) }
    }
    let surroundings = around
    let plans = (place.elements ?? []).enumerated().map { index, item in
      ElementPlan(item, at: site, surroundings.at(index))
    }
    if plans.contains(where: { !$0.isEmpty }) { items = plans }
  }
}
