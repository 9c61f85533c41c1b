import Medley
import MedleyComposition
import MedleyJSON

extension Timeline.WithMedley {
  struct Notification: ClientDocument, Codable, Equatable {
    var info: Timeline.NotificationInfo
    var content: NotificationContent

    init(from decoder: any Decoder) throws {
      info = try Timeline.NotificationInfo(from: decoder)
      content = try NotificationContent(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        try info.encode(to: encoder)
        try content.encode(to: encoder)
      }
    }
  }

  enum NotificationContent: PolymorphicEnum, Equatable, Sendable {
    case mention(status: Status)
    case reblog(status: Status)
    case favourite(status: Status)
    case poll(status: Status)
    case follow
    case followRequest
    case adminReport(report: Timeline.Report)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<NotificationContent>("type") {
      try $0.register(for: "mention") { fields in
        .mention(status: try fields.decode("status"))
      } encoding: {
        if case .mention(let status) = $0 { ["status": status] } else { nil }
      }
      try $0.register(for: "reblog") { fields in
        .reblog(status: try fields.decode("status"))
      } encoding: {
        if case .reblog(let status) = $0 { ["status": status] } else { nil }
      }
      try $0.register(for: "favourite") { fields in
        .favourite(status: try fields.decode("status"))
      } encoding: {
        if case .favourite(let status) = $0 { ["status": status] } else { nil }
      }
      try $0.register(for: "poll") { fields in
        .poll(status: try fields.decode("status"))
      } encoding: {
        if case .poll(let status) = $0 { ["status": status] } else { nil }
      }
      try $0.register(.follow, for: "follow")
      try $0.register(.followRequest, for: "follow_request")
      try $0.register(for: "admin.report") { fields in
        .adminReport(report: try fields.decode("report"))
      } encoding: {
        if case .adminReport(let report) = $0 { ["report": report] } else { nil }
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
  enum Event: PolymorphicDecodable, Equatable, Sendable {
    case update(Status)
    case statusUpdate(Status)
    case notification(Notification)
    case delete(String)
    case filtersChanged
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Event>(.adjacent(tag: "event", content: "payload")) {
      try $0.register(JSONText<Status>.self, for: "update") { .update($0.wrappedValue) }
      try $0.register(JSONText<Status>.self, for: "status.update") {
        .statusUpdate($0.wrappedValue)
      }
      try $0.register(JSONText<Notification>.self, for: "notification") {
        .notification($0.wrappedValue)
      }
      try $0.register(for: "delete", as: Event.delete)
      try $0.register(.filtersChanged, for: "filters_changed")
    }
  }
}
