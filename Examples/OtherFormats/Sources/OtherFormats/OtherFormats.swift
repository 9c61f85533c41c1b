import Formats

/// Decodes one feed from each format, prints the outcome, and encodes it again.
@main
enum OtherFormats {
  static func main() throws {
    for format in Format.allCases {
      let tour = try Tour(format)
      print("== \(format.rawValue): the document")
      print(tour.document)
      print("-- decoded")
      for element in tour.elements { print(element) }
      print("\n-- encoded again")
      print(tour.reencoded)
    }
  }
}
