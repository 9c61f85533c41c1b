import Medley
import TestSupport

/// The discriminator key of a family.
protocol Site: SendableMetatype {
  static var family: String { get }
  static var key: String { get }
}

enum BabelType: Site {
  static let family = "babel-estree"
  static let key = "type"
}

enum CellType: Site {
  static let family = "jupyter"
  static let key = "cell_type"
}

enum OutputType: Site {
  static let family = "jupyter"
  static let key = "output_type"
}

enum NotebookFormat: Site {
  static let family = "jupyter"
  static let key = "nbformat"
}

/// Shapes have string tags and layers have numbers.
enum LottieType: Site {
  static let family = "lottie"
  static let key = "ty"
}

enum CardType: Site {
  static let family = "adaptive-cards"
  static let key = "type"
}

enum CardVersion: Site {
  static let family = "adaptive-cards"
  static let key = "version"
}

extension Site {
  static var corpus: Corpus { Corpus(family: family) }

  /// The tag of an object; nil if it has none.
  static func tag(of tree: JSONTree) -> TypeTag? {
    if let string = tree[key]?.string { return .string(string) }
    return tree[key]?.number?.int64.map { .integer($0) }
  }

  /// The tag of an object in an unknown element.
  static func tag(of value: PayloadValue) -> TypeTag? {
    switch value[key] {
    case .string(let string): .string(string)
    case .integer(let integer): .integer(integer)
    default: nil
    }
  }
}
