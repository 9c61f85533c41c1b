import Foundation
import Medley
import MedleyBase

// MARK: - Checking registries

extension LawChecker {
  /// Adds the problems of each registry of the samples' elements, and the tags that select another
  /// type than theirs.
  func checkRegistries(of samples: [SampleDocument], _ laws: inout Laws) {
    let registries = registries(of: samples)
    guard !registries.isEmpty else {
      laws.addUnchecked(.registries, "no sample has an element of a registry")
      return
    }
    let problems = registries.flatMap { registry in
      registry.problems().map {
        LawViolation(.registries, at: "the registry of \(registry.contents.base)", "\($0)")
      }
    }
    laws.add(problems)
    var untried: [String] = []
    let entries = registries.flatMap { $0.contents.entries }
    for entry in entries where entry.isDecodable && !entry.tags.isEmpty {
      guard let place = place(of: entry, in: samples) else {
        untried.append(entry.registrant)
        continue
      }
      laws.add(entry.tags.compactMap { problem(of: $0, of: entry, place) }, place.sample)
    }
    if !untried.isEmpty {
      laws.addUnchecked(.registries, "no sample has \(untried.joined(separator: ", "))")
    }
  }

  // MARK: - Tags

  /// A tag of an entry in a sample.
  private typealias Place = (sample: SampleDocument, path: NodePath, isKey: Bool)

  private func place(of entry: Registration, in samples: [SampleDocument]) -> Place? {
    let tags = Set(entry.tags.compactMap(\.keyText))
    for sample in samples {
      for (path, node) in sample.document.values() {
        if let text = node.bareText, tags.contains(String(text)) { return (sample, path, false) }
        if let key = path.last, key.intValue == nil, tags.contains(key.stringValue) {
          return (sample, path, true)
        }
      }
    }
    return nil
  }

  /// Returns the problem of a tag that isn't decoded as another tag of its entry is.
  private func problem(of tag: TypeTag, of entry: Registration, _ place: Place) -> LawViolation? {
    guard let text = tag.keyText else { return nil }
    var document = place.sample.document
    let old = outcome(of: document)
    if place.isKey {
      document.rename(place.path, to: WireKey(text))
    } else {
      let isString = document[place.path]?.kind == .string
      document[place.path] = .scalar(isString ? text.quoted : text)
    }
    let new = outcome(of: document)
    guard old != new else { return nil }
    let problem = "\(text) isn't decoded as \(entry.registrant): \(new.first ?? "nothing")"
    return LawViolation(.registries, at: place.path.memberPath, problem)
  }

  /// The types of the elements in a document, or the error.
  private func outcome(of document: JSONNode) -> [String] {
    do {
      let decoded = try tested.decode(document)
      // In the order of reflection, without scalars.
      let types = reflected(decoded.value)
        .filter { [.struct, .class, .enum].contains($0.mirror.displayStyle) }
        .map { "\(type(of: $0.value))" }
      return types + decoded.issues.map { "\($0.action) \($0.memberPath)" }
    } catch {
      return [error.inOneLine]
    }
  }

  // MARK: - Registries

  /// The registries of the elements that the samples have, each once.
  private func registries(of samples: [SampleDocument]) -> [FoundRegistry] {
    var found: [FoundRegistry] = []
    for sample in samples {
      let decoded = try? decoder.decode(Value.self, from: sample.document.data)
      for (value, _) in reflected(decoded as Any) {
        let own =
          (value as? any PolymorphicDecodable).map { registry(of: $0) }
          ?? (value as? any PolymorphicElement).flatMap { registry(of: $0) }
        if let own, !found.contains(where: { $0.contents.base == own.contents.base }) {
          found.append(own)
        }
      }
    }
    return found
  }

  private func registry<Element: PolymorphicDecodable>(of _: Element) -> FoundRegistry {
    Element.registry.found
  }

  private func registry<Element: PolymorphicElement>(of _: Element) -> FoundRegistry? {
    let own = RegistryScope.find(in: decoder.userInfo)?.registry(for: Element.Base.self)
      .map { PolymorphicRegistry($0) }
    return (own ?? .installed)?.found
  }
}

/// A registry of any base, and what finds its problems.
private typealias FoundRegistry = (contents: RegistryContents, problems: () -> [RegistrationError])

extension PolymorphicRegistry {
  fileprivate var found: FoundRegistry { (contents, { problems }) }
}
