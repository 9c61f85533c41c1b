/// What holds for every type that is decoded and encoded.
///
/// ```swift
/// let lost = laws.violations.filter { $0.law == .keys }
/// ```
public enum Law: String, CaseIterable, Hashable, Sendable {
  /// What a value is encoded as is decoded as an equal value.
  case roundTrip
  /// Each member of a sample that isn't null is encoded again, at every depth, but what you declare as
  /// dropped and what a report says.
  case keys
  /// Encoding a value twice gives the same, and so does encoding it after a round trip.
  case stability
  /// No object gets a key twice: a tag, for example, which a payload and its enum write both.
  case tags
  /// The registries of the type have no problems, and each tag and alias selects its type.
  case registries
  /// Unknown tags and raw values that are decoded are encoded as they came.
  case unknown
  /// `JSONDecoder`, MedleyEngine and `PropertyListDecoder` decode the same value, or fail alike.
  case decoders
  /// Eight threads that decode and encode at once get the same.
  case threads
}
