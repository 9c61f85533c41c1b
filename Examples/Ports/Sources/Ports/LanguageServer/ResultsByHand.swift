extension LanguageServer.ByHand {
  /// Results of several requests, each of a type of its own.
  struct Results: ClientDocument, Codable, Equatable {
    var hover: HoverContents?
    var definition: Definition?
    var completion: Completion?
    var codeActions: [CommandOrAction]?
    var hoverProvider: Toggle<LanguageServer.WorkDoneOptions>?
    var save: Toggle<LanguageServer.SaveOptions>?
  }

  enum MarkedString: Codable, Equatable, Sendable {
    case markdown(String)
    case code(LanguageServer.CodeText)

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .markdown(text)
      } else {
        self = .code(try LanguageServer.CodeText(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .markdown(let text): try container.encode(text)
      case .code(let text): try container.encode(text)
      }
    }
  }

  enum HoverContents: Codable, Equatable, Sendable {
    case markup(LanguageServer.MarkupContent)
    case marked(MarkedString)
    case list([MarkedString])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let markup = try? container.decode(LanguageServer.MarkupContent.self) {
        self = .markup(markup)
      } else if let list = try? container.decode([MarkedString].self) {
        self = .list(list)
      } else {
        self = .marked(try container.decode(MarkedString.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .markup(let markup): try container.encode(markup)
      case .marked(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      }
    }
  }

  enum Definition: Codable, Equatable, Sendable {
    case location(LanguageServer.Location)
    case locations([LanguageServer.Location])
    case links([LanguageServer.LocationLink])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let location = try? container.decode(LanguageServer.Location.self) {
        self = .location(location)
      } else if let locations = try? container.decode([LanguageServer.Location].self) {
        self = .locations(locations)
      } else {
        self = .links(try container.decode([LanguageServer.LocationLink].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .location(let location): try container.encode(location)
      case .locations(let locations): try container.encode(locations)
      case .links(let links): try container.encode(links)
      }
    }
  }

  enum Documentation: Codable, Equatable, Sendable {
    case text(String)
    case markup(LanguageServer.MarkupContent)

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
      } else {
        self = .markup(try LanguageServer.MarkupContent(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .markup(let markup): try container.encode(markup)
      }
    }
  }

  struct CompletionItem: Codable, Equatable, Sendable {
    var label: String
    var documentation: Documentation?
  }

  struct CompletionList: Codable, Equatable, Sendable {
    var isIncomplete: Bool
    var items: [CompletionItem]
  }

  enum Completion: Codable, Equatable, Sendable {
    case items([CompletionItem])
    case list(CompletionList)

    init(from decoder: any Decoder) throws {
      if var items = try? decoder.unkeyedContainer() {
        var all: [CompletionItem] = []
        while !items.isAtEnd { all.append(try items.decode(CompletionItem.self)) }
        self = .items(all)
      } else {
        self = .list(try CompletionList(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .items(let items): try container.encode(items)
      case .list(let list): try container.encode(list)
      }
    }
  }

  enum CommandOrAction: Codable, Equatable, Sendable {
    case command(LanguageServer.Command)
    case action(LanguageServer.CodeAction)

    init(from decoder: any Decoder) throws {
      if let command = try? LanguageServer.Command(from: decoder) {
        self = .command(command)
      } else {
        self = .action(try LanguageServer.CodeAction(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .command(let command): try command.encode(to: encoder)
      case .action(let action): try action.encode(to: encoder)
      }
    }
  }

  /// A Boolean, or options that mean true.
  enum Toggle<Options: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    case bool(Bool)
    case options(Options)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isOn = try? container.decode(Bool.self) {
        self = .bool(isOn)
      } else {
        self = .options(try container.decode(Options.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let isOn): try container.encode(isOn)
      case .options(let options): try container.encode(options)
      }
    }
  }
}
