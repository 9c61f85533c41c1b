extension LanguageServer {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension LanguageServer.ByHand {
  /// A message with the version of the protocol beside it.
  struct Frame: ClientDocument, Codable, Equatable {
    var version: LanguageServer.Version
    var message: Message

    init(from decoder: any Decoder) throws {
      version = try LanguageServer.Version(from: decoder)
      message = try Message(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try version.encode(to: encoder)
      try message.encode(to: encoder)
    }
  }

  /// A message of JSON-RPC: which one, only its members tell.
  enum Message: Codable, Equatable, Sendable {
    case request(Request)
    case response(Response)
    case notification(Notification)

    private enum CodingKeys: CodingKey {
      case id
      case method
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.method) {
        if container.contains(.id) {
          self = .request(try Request(from: decoder))
        } else {
          self = .notification(try Notification(from: decoder))
        }
      } else if container.contains(.id) {
        self = .response(try Response(from: decoder))
      } else {
        throw DecodingError.dataCorruptedError(
          forKey: .method,
          in: container,
          debugDescription: "There is no method and no id"
        )
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .request(let request): try request.encode(to: encoder)
      case .response(let response): try response.encode(to: encoder)
      case .notification(let notification): try notification.encode(to: encoder)
      }
    }
  }

  enum RequestID: Codable, Hashable, Sendable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  struct Request: Codable, Equatable, Sendable {
    var id: RequestID
    var call: Call

    private enum CodingKeys: CodingKey {
      case id
    }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(RequestID.self, forKey: .id)
      call = try Call(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try call.encode(to: encoder)
    }
  }

  struct Response: Codable, Equatable, Sendable {
    var id: RequestID
    /// Its type depends on the request.
    var result: JSON?
    var error: LanguageServer.ResponseError?
  }

  private enum CallKeys: CodingKey {
    case method
    case params
  }

  enum Call: Codable, Equatable, Sendable {
    case hover(LanguageServer.DocumentPosition)
    case definition(LanguageServer.DocumentPosition)
    case applyEdit(ApplyEdit)
    case shutdown
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CallKeys.self)
      switch try container.decode(String.self, forKey: .method) {
      case "textDocument/hover":
        self = .hover(try container.decode(LanguageServer.DocumentPosition.self, forKey: .params))
      case "textDocument/definition":
        self = .definition(
          try container.decode(LanguageServer.DocumentPosition.self, forKey: .params)
        )
      case "workspace/applyEdit":
        self = .applyEdit(try container.decode(ApplyEdit.self, forKey: .params))
      case "shutdown": self = .shutdown
      case let method: self = .unknown(method)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CallKeys.self)
      func write(_ method: String, _ params: some Encodable) throws {
        try container.encode(method, forKey: .method)
        try container.encode(params, forKey: .params)
      }
      switch self {
      case .hover(let params): try write("textDocument/hover", params)
      case .definition(let params): try write("textDocument/definition", params)
      case .applyEdit(let params): try write("workspace/applyEdit", params)
      case .shutdown: try container.encode("shutdown", forKey: .method)
      case .unknown(let method): throw lost(self, method, encoder)
      }
    }
  }

  enum Notification: Codable, Equatable, Sendable {
    case didOpen(LanguageServer.DidOpen)
    case didChange(DidChange)
    case publishDiagnostics(Diagnostics)
    case initialized
    case exit
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CallKeys.self)
      switch try container.decode(String.self, forKey: .method) {
      case "textDocument/didOpen":
        self = .didOpen(try container.decode(LanguageServer.DidOpen.self, forKey: .params))
      case "textDocument/didChange":
        self = .didChange(try container.decode(DidChange.self, forKey: .params))
      case "textDocument/publishDiagnostics":
        self = .publishDiagnostics(try container.decode(Diagnostics.self, forKey: .params))
      case "initialized": self = .initialized
      case "exit": self = .exit
      case let method: self = .unknown(method)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CallKeys.self)
      func write(_ method: String, _ params: some Encodable) throws {
        try container.encode(method, forKey: .method)
        try container.encode(params, forKey: .params)
      }
      switch self {
      case .didOpen(let params): try write("textDocument/didOpen", params)
      case .didChange(let params): try write("textDocument/didChange", params)
      case .publishDiagnostics(let params): try write("textDocument/publishDiagnostics", params)
      case .initialized: try container.encode("initialized", forKey: .method)
      case .exit: try container.encode("exit", forKey: .method)
      case .unknown(let method): throw lost(self, method, encoder)
      }
    }
  }

  static func lost(_ value: Any, _ method: String, _ encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "The content of \(method) wasn't kept"
      )
    )
  }
}
