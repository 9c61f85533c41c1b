import Medley

extension RenderTree.WithMedley {
  enum Section: PolymorphicEnum, Equatable, Sendable {
    case content(content: [Block])
    case declarations(RenderTree.Declarations)
    case parameters(parameters: [Parameter])
    case mentions(RenderTree.Mentions)
    /// `restBody`, `restParameters`, `restResponses` and more to come.
    case webService(RenderTree.WebService)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Section>("kind") {
      try $0.register(for: "content") { fields in
        .content(content: try fields.decode("content"))
      } encoding: {
        if case .content(let content) = $0 { ["content": content] } else { nil }
      }
      try $0.register(for: "declarations", as: Section.declarations)
      try $0.register(for: "parameters") { fields in
        .parameters(parameters: try fields.decode("parameters"))
      } encoding: {
        if case .parameters(let parameters) = $0 { ["parameters": parameters] } else { nil }
      }
      try $0.register(for: "mentions", as: Section.mentions)
      try $0.register(matching: "rest*", as: Section.webService)
    }

    var payload: any Encodable {
      switch self {
      case .declarations(let declarations): declarations
      case .mentions(let mentions): mentions
      case .webService(let service): service
      case .unknown(let payload): payload
      case .content, .parameters: self
      }
    }
  }

  struct Parameter: Codable, Equatable, Sendable {
    var name: String
    var content: [Block]
  }

  enum Reference: PolymorphicEnum, Equatable, Sendable {
    case topic(Topic)
    case image(RenderTree.ImageReference)
    case link(RenderTree.LinkReference)
    case file(RenderTree.FileReference)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Reference>("type") {
      try $0.register(for: "topic", as: Reference.topic)
      try $0.register(for: "image", as: Reference.image)
      try $0.register(for: "link", as: Reference.link)
      try $0.register(for: "file", as: Reference.file)
    }

    var payload: any Encodable {
      switch self {
      case .topic(let topic): topic
      case .image(let image): image
      case .link(let link): link
      case .file(let file): file
      case .unknown(let payload): payload
      }
    }
  }

  struct Topic: Codable, Equatable, Sendable {
    var identifier: String
    var title: String
    var url: String
    var abstract: [Inline]
  }
}
