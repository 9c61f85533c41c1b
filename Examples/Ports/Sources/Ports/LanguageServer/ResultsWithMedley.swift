import Medley

extension LanguageServer.WithMedley {
  /// Results of several requests, each of a type of its own.
  struct Results: ClientDocument, Codable, Equatable {
    var hover: HoverContents?
    var definition: Definition?
    var completion: Completion?
    var codeActions: [CommandOrAction]?
    var hoverProvider: Toggle<LanguageServer.WorkDoneOptions>?
    var save: Toggle<LanguageServer.SaveOptions>?
  }

  enum MarkedString: PolymorphicEnum, Equatable, Sendable {
    case markdown(String)
    case code(LanguageServer.CodeText)

    static let registry = PolymorphicRegistry<MarkedString>(.jsonKind) {
      try $0.register(for: "string", as: MarkedString.markdown)
      try $0.register(for: "object", as: MarkedString.code)
    }

    var payload: any Encodable {
      switch self {
      case .markdown(let text): text
      case .code(let text): text
      }
    }
  }

  enum HoverContents: PolymorphicEnum, Equatable, Sendable {
    case markup(LanguageServer.MarkupContent)
    case marked(MarkedString)
    case list([MarkedString])

    static let registry = PolymorphicRegistry<HoverContents>(.firstMatch) {
      try $0.register(for: "markup", as: HoverContents.markup)
      try $0.register(for: "list", as: HoverContents.list)
      try $0.register(for: "marked", as: HoverContents.marked)
    }

    var payload: any Encodable {
      switch self {
      case .markup(let markup): markup
      case .marked(let text): text
      case .list(let list): list
      }
    }
  }

  enum Definition: PolymorphicEnum, Equatable, Sendable {
    case location(LanguageServer.Location)
    case locations([LanguageServer.Location])
    case links([LanguageServer.LocationLink])

    static let registry = PolymorphicRegistry<Definition>(.firstMatch) {
      try $0.register(for: "location", as: Definition.location)
      try $0.register(for: "locations", as: Definition.locations)
      try $0.register(for: "links", as: Definition.links)
    }

    var payload: any Encodable {
      switch self {
      case .location(let location): location
      case .locations(let locations): locations
      case .links(let links): links
      }
    }
  }

  enum Documentation: PolymorphicEnum, Equatable, Sendable {
    case text(String)
    case markup(LanguageServer.MarkupContent)

    static let registry = PolymorphicRegistry<Documentation>(.jsonKind) {
      try $0.register(for: "string", as: Documentation.text)
      try $0.register(for: "object", as: Documentation.markup)
    }

    var payload: any Encodable {
      switch self {
      case .text(let text): text
      case .markup(let markup): markup
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

  enum Completion: PolymorphicEnum, Equatable, Sendable {
    case items([CompletionItem])
    case list(CompletionList)

    static let registry = PolymorphicRegistry<Completion>(.jsonKind) {
      try $0.register(for: "array", as: Completion.items)
      try $0.register(for: "object", as: Completion.list)
    }

    var payload: any Encodable {
      switch self {
      case .items(let items): items
      case .list(let list): list
      }
    }
  }

  enum CommandOrAction: PolymorphicEnum, Equatable, Sendable {
    case command(LanguageServer.Command)
    case action(LanguageServer.CodeAction)

    static let registry = PolymorphicRegistry<CommandOrAction>(.firstMatch) {
      try $0.register(for: "command", as: CommandOrAction.command)
      try $0.register(for: "action", as: CommandOrAction.action)
    }

    var payload: any Encodable {
      switch self {
      case .command(let command): command
      case .action(let action): action
      }
    }
  }

  /// A Boolean, or options that mean true.
  enum Toggle<Options: Codable & Equatable & Sendable>: PolymorphicEnum, Equatable, Sendable {
    case bool(Bool)
    case options(Options)

    static var registry: PolymorphicRegistry<Toggle> {
      .kept(.jsonKind) {
        try $0.register(for: "boolean", as: Toggle.bool)
        try $0.register(for: "object", as: Toggle.options)
      }
    }

    var payload: any Encodable {
      switch self {
      case .bool(let isOn): isOn
      case .options(let options): options
      }
    }
  }
}
