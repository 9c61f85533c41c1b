// MARK: - Answering as one of Medley's own

extension PayloadValueDecoder: MedleyDecoder {
  var payloadValue: PayloadValue { value }
  var source: SourceText? { nil }

  var shape: ElementShape? {
    switch value {
    case .object: .object
    case .array: .array
    default: nil
    }
  }

  var showsKeysAsWritten: Bool { true }

  func fields() throws -> any FieldSource { try CodableFields(self) }
  func locating(_ error: DecodingError) -> DecodingError { error }
  func element<Element: Decodable>(_ type: Element.Type) -> Element? { nil }

  func lossyElements<Element: Decodable>(of type: Element.Type) throws -> [Element] {
    try Attempt.elements(from: self)
  }
}
