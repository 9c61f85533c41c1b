/// A value that stores its decoder, to get one from a container.
struct DecoderProbe: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) {
    self.decoder = decoder
  }
}
