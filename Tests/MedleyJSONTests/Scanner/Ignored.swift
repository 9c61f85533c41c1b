/// A type that takes any value and looks at nothing of it.
struct Ignored: Decodable {
  init(from decoder: any Decoder) throws {}
}
