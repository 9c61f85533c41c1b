import Foundation

extension Timeline.ByHand {
  struct Notification: ClientDocument, Codable, Equatable {
    var info: Timeline.NotificationInfo
    var content: NotificationContent

    init(from decoder: any Decoder) throws {
      info = try Timeline.NotificationInfo(from: decoder)
      content = try NotificationContent(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try info.encode(to: encoder)
      try content.encode(to: encoder)
    }
  }

  enum NotificationContent: Codable, Equatable, Sendable {
    case mention(status: Status)
    case reblog(status: Status)
    case favourite(status: Status)
    case poll(status: Status)
    case follow
    case followRequest
    case adminReport(report: Timeline.Report)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
      case status
      case report
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "mention": self = .mention(status: try container.decode(Status.self, forKey: .status))
      case "reblog": self = .reblog(status: try container.decode(Status.self, forKey: .status))
      case "favourite":
        self = .favourite(status: try container.decode(Status.self, forKey: .status))
      case "poll": self = .poll(status: try container.decode(Status.self, forKey: .status))
      case "follow": self = .follow
      case "follow_request": self = .followRequest
      case "admin.report":
        self = .adminReport(report: try container.decode(Timeline.Report.self, forKey: .report))
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      func write(_ type: String, _ status: Status) throws {
        try container.encode(type, forKey: .type)
        try container.encode(status, forKey: .status)
      }
      switch self {
      case .mention(let status): try write("mention", status)
      case .reblog(let status): try write("reblog", status)
      case .favourite(let status): try write("favourite", status)
      case .poll(let status): try write("poll", status)
      case .follow: try container.encode("follow", forKey: .type)
      case .followRequest: try container.encode("follow_request", forKey: .type)
      case .adminReport(let report):
        try container.encode("admin.report", forKey: .type)
        try container.encode(report, forKey: .report)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  struct StreamMessage: ClientDocument, Equatable {
    var stream: [String]
    var event: Event

    private enum CodingKeys: CodingKey {
      case stream
    }

    init(from decoder: any Decoder) throws {
      stream = try decoder.container(keyedBy: CodingKeys.self).decode(
        [String].self,
        forKey: .stream
      )
      event = try Event(from: decoder)
    }
  }

  /// An event of a stream, whose payload is JSON inside a string, a plain string, or absent.
  enum Event: Decodable, Equatable, Sendable {
    case update(Status)
    case statusUpdate(Status)
    case notification(Notification)
    case delete(String)
    case filtersChanged
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case event
      case payload
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func payload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws -> Payload {
        let text = try container.decode(String.self, forKey: .payload)
        do {
          return try Timeline.decoder.decode(type, from: Data(text.utf8))
        } catch {
          // The paths of errors end here, since they are those of another document.
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: container.codingPath + [CodingKeys.payload],
              debugDescription: "The payload doesn't decode",
              underlyingError: error
            )
          )
        }
      }
      switch try container.decode(String.self, forKey: .event) {
      case "update": self = .update(try payload())
      case "status.update": self = .statusUpdate(try payload())
      case "notification": self = .notification(try payload())
      case "delete": self = .delete(try container.decode(String.self, forKey: .payload))
      case "filters_changed": self = .filtersChanged
      case let event: self = .unknown(event)
      }
    }
  }
}
