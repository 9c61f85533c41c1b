/// Takes the decoder of a value, where only a container is at hand.
struct DecoderProbe: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) {
    self.decoder = decoder
  }
}
