/// The table of *Moving a client*: what a client writes by hand, what it writes with Medley, and how
/// fast that is beside by hand with the same coder.
struct ClientTable {
  let measurements: [Measurement]

  /// The comparisons in the order of the table, with what is written by hand and with Medley.
  private static let rows: [(client: String, byHand: String, withMedley: String)] = [
    (
      "key", "`switch` over a `type` beside the members",
      "``Discriminator/key(_:)``, `payload`"
    ),
    ("key, payloads that store their tag", "the same, payloads have a `type`", "the same"),
    ("from:", "the same, without a `switch` that states payloads", "`from:` in each registration"),
    (
      "adjacent", "a `type`, and the content under one key",
      "``Discriminator/adjacent(tag:content:)``"
    ),
    (
      "adjacent, named by the tag", "a `type`, and the content under that key",
      "``Discriminator/adjacent(tag:)``"
    ),
    (
      "two forms", "the same, but for some tags members beside the `type`",
      "``Discriminator/or(_:)``, `.in(.key(_:))`"
    ),
    ("member", "`contains` of one key after the other", "``Discriminator/member``"),
    ("patterns", "`hasPrefix` of the tag", "a ``TagPattern``"),
    ("scalars by kind", "a string or a number: `try?` of both", "``Discriminator/jsonKind``"),
    ("first match", "`try?` of one type after the other", "``Discriminator/firstMatch``"),
    ("deduced", "`if` a member is there, else", "``Discriminator/deduced``"),
    ("functions for fields", "cases with labels, coded in place", "functions for fields"),
    ("library enum", "an enum of a library", "``PolymorphicRegistry/decode(from:)->Base``"),
    (
      "generic union", "`Either<First, Second>`",
      "``PolymorphicRegistry/kept(_:ignoringCase:policies:fileID:line:_:)``"
    ),
    ("own JSON type", "a JSON type of yours", "the same, of an ``UnknownPayload``"),
    (
      "key, convertFromSnakeCase", "`convertFromSnakeCase`, `type` beside the members",
      "``Discriminator/key(_:)``"
    ),
    (
      "adjacent, convertFromSnakeCase", "`convertFromSnakeCase`, content under a key",
      "``Discriminator/adjacent(tag:content:)``"
    ),
    (
      "member, convertFromSnakeCase", "`convertFromSnakeCase`, `contains` of one key after another",
      "``Discriminator/member``"
    ),
  ]

  /// The table in Markdown.
  var markdown: String {
    let head = """
      | by hand | with Medley | decoding | encoding |
      |---|---|---|---|
      """
    return Self.rows.reduce(head) { table, row in
      let cells = [
        row.byHand, row.withMedley, speeds(of: row.client),
        speeds(of: "\(row.client), encoding"),
      ]
      return "\(table)\n| \(cells.joined(separator: " | ")) |"
    }
  }

  /// The speeds with Foundation's coder and with the engine, such as `0.95, 1.2`.
  private func speeds(of client: String) -> String {
    guard let measurement = measurements.first(where: { $0.name == "client, \(client)" }) else {
      return ""
    }
    let speeds = measurement.candidates.compactMap { candidate -> Double? in
      switch candidate.timing.name {
      case "JSONDecoder, Medley", "JSONEncoder, Medley": candidate.ratio.median
      case "engine, Medley": candidate.beside?.median
      default: nil
      }
    }
    return speeds.map { "\($0.rounded(to: $0 < 0.995 ? 2 : 1))" }.joined(separator: ", ")
  }
}
