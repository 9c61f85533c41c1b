import TestSupport

/// A type that a case may register: a struct of the catalogue, or a registry of its own.
protocol Registrable: Codable, EveryBase, SendableMetatype, CaseDescribable {}

/// A struct of the catalogue.
protocol Payload: Registrable {
  /// The shapes of the fields as the cases state them, by name.
  ///
  /// A case that means something else by the same name has to be told from one that agrees.
  static var fields: [String: String] { get }
}

extension Payload {
  func described(by describer: Describer) throws -> JSONTree {
    .object(["object": .string("\(Self.self)"), "fields": try describer.fields(of: self)])
  }

  func describedAsKnown(by describer: Describer) throws -> JSONTree {
    .object(["known": .string("\(Self.self)"), "fields": try describer.fields(of: self)])
  }
}
