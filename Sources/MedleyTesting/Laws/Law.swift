/// What holds for every type that is decoded and encoded.
///
/// ```swift
/// let lost = laws.violations.filter { $0.law == .keys }
/// ```
public struct Law: Hashable, Sendable, CustomStringConvertible {
  /// The name of the law, such as `roundTrip`.
  public let description: String

  /// What a value is encoded as is decoded as an equal value.
  public static let roundTrip = Law("roundTrip")

  /// Each member of a sample that isn't null is encoded again, at every depth, but what you declare
  /// as dropped and what a report says.
  public static let keys = Law("keys")

  /// Encoding a value twice gives the same, and so does encoding it after a round trip.
  public static let stability = Law("stability")

  /// No object gets a key twice: a tag, for example, which a payload and its enum write both.
  public static let tags = Law("tags")

  /// The registries of the type have no problems, and each tag and alias selects its type.
  public static let registries = Law("registries")

  /// Unknown tags and raw values that are decoded are encoded as they came.
  public static let unknown = Law("unknown")

  /// `JSONDecoder`, MedleyEngine and `PropertyListDecoder` decode the same value, or fail alike.
  public static let decoders = Law("decoders")

  /// Eight threads that decode and encode at once get the same.
  public static let threads = Law("threads")

  /// All laws.
  public static let all: [Law] = [
    .roundTrip, .keys, .stability, .tags, .registries, .unknown, .decoders, .threads,
  ]

  private init(_ description: String) { self.description = description }
}
