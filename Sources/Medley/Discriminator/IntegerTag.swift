/// An integer tag in any notation: `4`, `4.0`, `4e0` and `40e-1` are the tag 4.
///
/// JSON has one kind of number (RFC 8259 §6), and servers write whole numbers with a fraction.
/// Decoders accept different notations as `Int64`: near its limits, `JSONDecoder` refuses
/// `9223372036854775807.0`, which rounds to a double beyond them.
struct IntegerTag: Decodable {
  let value: Int64

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      value = try container.decode(Int64.self)
    } catch {
      // Only a number has a double.
      guard let double = try? container.decode(Double.self),
        let integer = Self.integer(near: double, in: container, of: decoder)
      else { throw error }
      value = integer
    }
  }

  private static func integer(
    near double: Double,
    in container: any SingleValueDecodingContainer,
    of decoder: any Decoder
  ) -> Int64? {
    // Below 2^53, a whole double is exactly the number.
    if double.magnitude < 0x1p53 { return Int64(exactly: double) }
    // Some decoders trap on an integer that doesn't fit, so only strict ones are used.
    guard double.magnitude <= 0x1p63, DecoderTraits(decoder) == .strict,
      #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    else { return nil }
    return (try? container.decode(Int128.self)).flatMap { Int64(exactly: $0) }
  }
}

/// The finding for a number that isn't an integer tag.
struct NumberOutsideTags: Decodable {
  /// Nil if the value isn't a number.
  let finding: LocatedTag.Finding?

  init(from decoder: any Decoder) {
    finding = Self.finding(in: decoder)
  }

  private static func finding(in decoder: any Decoder) -> LocatedTag.Finding? {
    guard let container = try? decoder.singleValueContainer() else { return nil }
    do {
      let number = try container.decode(Double.self)
      let isOversized =
        number.isFinite && number.magnitude >= 0x1p63 && number.rounded() == number
      return isOversized ? .oversizedInteger : .wrongKind("\(number)")
    } catch let error as DecodingError {
      guard case .dataCorrupted = error, !error.isDamage, DecoderTraits(decoder) == .strict else {
        return nil
      }
      // A number beyond the range of doubles: `1e400`.
      return .oversizedInteger
    } catch {
      return nil
    }
  }
}
