import Medley
import MedleyComposition

extension LanguageServer {
  /// The client with Medley.
  enum WithMedley {}
}

extension LanguageServer.WithMedley {
  /// A message with the version of the protocol beside it.
  struct Frame: ClientDocument, Codable, Equatable {
    var version: LanguageServer.Version
    var message: Message

    init(from decoder: any Decoder) throws {
      version = try LanguageServer.Version(from: decoder)
      message = try Message(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        try version.encode(to: encoder)
        try message.encode(to: encoder)
      }
    }
  }

  /// A message of JSON-RPC: which one, only its members tell.
  enum Message: PolymorphicEnum, Equatable, Sendable {
    case request(Request)
    case response(Response)
    case notification(Notification)

    static let registry = PolymorphicRegistry<Message>(.deduced) {
      try $0.register(
        for: "request",
        fields: PayloadFields(required: ["id", "method"], optional: ["params"]),
        as: Message.request
      )
      try $0.register(
        for: "response",
        fields: PayloadFields(
          required: ["id"],
          optional: ["result", "error"],
          excluded: ["method"]
        ),
        as: Message.response
      )
      try $0.register(
        for: "notification",
        fields: PayloadFields(required: ["method"], optional: ["params"], excluded: ["id"]),
        as: Message.notification
      )
    }

    var payload: any Encodable {
      switch self {
      case .request(let request): request
      case .response(let response): response
      case .notification(let notification): notification
      }
    }
  }

  enum RequestID: PolymorphicEnum, Hashable, Sendable {
    case number(Int)
    case text(String)

    static let registry = PolymorphicRegistry<RequestID>(.jsonKind) {
      try $0.register(for: "integer", as: RequestID.number)
      try $0.register(for: "string", as: RequestID.text)
    }

    var payload: any Encodable {
      switch self {
      case .number(let number): number
      case .text(let text): text
      }
    }
  }

  struct RequestInfo: Codable, Equatable, Sendable {
    var id: RequestID
  }

  struct Request: ComposedCodable, Equatable, Sendable {
    var info: RequestInfo
    var call: Call

    static let composition = Composition(Request.init, \.info, \.call)
  }

  struct Response: Codable, Equatable, Sendable {
    var id: RequestID
    /// Its type depends on the request.
    var result: PayloadValue?
    var error: LanguageServer.ResponseError?
  }

  enum Call: PolymorphicEnum, Equatable, Sendable {
    case hover(LanguageServer.DocumentPosition)
    case definition(LanguageServer.DocumentPosition)
    case applyEdit(ApplyEdit)
    case shutdown
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Call>(.adjacent(tag: "method", content: "params")) {
      try $0.register(for: "textDocument/hover", as: Call.hover) {
        if case .hover(let position) = $0 { position } else { nil }
      }
      try $0.register(for: "textDocument/definition", as: Call.definition) {
        if case .definition(let position) = $0 { position } else { nil }
      }
      try $0.register(for: "workspace/applyEdit", as: Call.applyEdit)
      try $0.register(.shutdown, for: "shutdown")
    }

    var payload: any Encodable {
      switch self {
      case .applyEdit(let edit): edit
      case .hover, .definition, .shutdown: self
      case .unknown(let payload): payload
      }
    }
  }

  enum Notification: PolymorphicEnum, Equatable, Sendable {
    case didOpen(LanguageServer.DidOpen)
    case didChange(DidChange)
    case publishDiagnostics(Diagnostics)
    case initialized
    case exit
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Notification>(
      .adjacent(tag: "method", content: "params")
    ) {
      try $0.register(for: "textDocument/didOpen", as: Notification.didOpen)
      try $0.register(for: "textDocument/didChange", as: Notification.didChange)
      try $0.register(
        for: "textDocument/publishDiagnostics",
        as: Notification.publishDiagnostics
      )
      try $0.register(.initialized, for: "initialized")
      try $0.register(.exit, for: "exit")
    }

    var payload: any Encodable {
      switch self {
      case .didOpen(let params): params
      case .didChange(let params): params
      case .publishDiagnostics(let params): params
      case .initialized, .exit: self
      case .unknown(let payload): payload
      }
    }
  }
}
