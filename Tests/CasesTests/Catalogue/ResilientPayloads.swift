import Medley
import MedleyResilience

enum DefaultVolume: DefaultSource {
  static let defaultValue = 5
}

enum DefaultTheme: DefaultSource {
  static let defaultValue = "light"
}

struct Settings: Payload {
  static let fields = ["volume": "int = 5", "theme": #"string = "light""#]

  @Defaulted<DefaultVolume> var volume: Int
  @Defaulted<DefaultTheme> var theme: String
}

struct Forgiving: Payload {
  static let fields = ["volume": "lossy int = 5"]

  @Lossy @Defaulted<DefaultVolume> var volume: Int
}

struct Playlist: Payload {
  static let fields = ["songs": "lossy [@Media] = []"]

  @Defaulted<Defaults.Empty> @Lossy var songs: [Polymorphic<any Media>]
}

struct Order: Payload {
  static let fields = ["quantity": "lossless int"]

  @Lossless var quantity: Int
}

struct Toggle: Payload {
  static let fields = ["on": "flag"]

  @LenientBool var on: Bool
}
