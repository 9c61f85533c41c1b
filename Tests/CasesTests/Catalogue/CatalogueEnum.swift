import Medley

/// An enum of the catalogue.
///
/// Its registry is a constant of the program, so a case can't build it; what the case says of it is
/// compared with what is declared.
protocol CatalogueEnum: PolymorphicEnum, Registrable {
  /// What the cases say of this enum, in their own words.
  static var declaration: String { get }

  /// The value that holds `payload`; nil if no case of the enum does.
  init?(holding payload: Any)
}
