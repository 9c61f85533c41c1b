import Medley
import TestSupport

/// Models of GitHub's and AWS's events.
enum EventParts {
  struct Commit: Part {
    var sha: String
    var message: String
  }

  struct Push: Part {
    var ref: String
    var size: Int
    var commits: [Commit]
  }

  /// New repositories have null as the name of the branch.
  struct Create: Part {
    var ref: String
    var refType: String

    private enum CodingKeys: String, CodingKey {
      case ref
      case refType = "ref_type"
    }
  }

  static let github = ElementSite(
    family: "github-events",
    name: "event",
    discriminator: .adjacent(tag: "type", content: "payload"),
    models: [
      ElementSite.Model(label: "PushEvent", tag: "PushEvent", type: Push.self),
      ElementSite.Model(label: "CreateEvent", tag: "CreateEvent", type: Create.self),
    ],
    find: { place, around in
      guard around.steps == ["[]"], let tag = place["type"]?.scalar?.string else { return nil }
      return ElementSite.Found(label: tag, tag: .string(tag), payload: .member("payload"))
    }
  )

  struct S3Record: Part {
    struct Object: Part {
      var key: String
      var size: Int
    }

    struct Storage: Part {
      var object: Object
    }

    var eventVersion: String
    var awsRegion: String
    var s3: Storage
  }

  struct Notification: Part {
    struct Message: Part {
      var subject: String
      var identifier: String

      private enum CodingKeys: String, CodingKey {
        case subject = "Subject"
        case identifier = "MessageId"
      }
    }

    var version: String
    var message: Message

    private enum CodingKeys: String, CodingKey {
      case version = "EventVersion"
      case message = "Sns"
    }
  }

  static let records = ElementSite(
    family: "lambda-events",
    name: "record",
    discriminator: .key("eventSource").or(.key("EventSource")),
    models: [
      ElementSite.Model(label: "aws:s3", tag: "aws:s3", type: S3Record.self),
      ElementSite.Model(label: "aws:sns", tag: "aws:sns", type: Notification.self),
    ],
    find: { place, around in
      let tag = (place["eventSource"] ?? place["EventSource"])?.scalar?.string
      guard around.key == "Records", around.isItem, let tag else { return nil }
      return ElementSite.Found(label: tag, tag: .string(tag))
    }
  )

  struct Trigger: Part {
    var userName: String
    var region: String
  }

  /// Documents without one of these tags are untagged.
  static let roots = ElementSite(
    family: "lambda-events",
    name: "root",
    discriminator: .key("detail-type").or(.key("triggerSource")).or(.key("eventSource")),
    models: [
      ElementSite.Model(
        label: "triggerSource=PreSignUp_SignUp",
        tag: "PreSignUp_SignUp",
        type: Trigger.self
      )
    ],
    tellsApart: { label in
      ["detail-type=", "triggerSource=", "eventSource="].contains { label.hasPrefix($0) }
    },
    find: { place, around in
      guard around.isRoot else { return nil }
      for key in ["detail-type", "triggerSource", "eventSource"] {
        guard let tag = place[key]?.scalar?.string else { continue }
        return ElementSite.Found(label: "\(key)=\(tag)", tag: .string(tag))
      }
      return ElementSite.Found(label: ElementSite.untagged, tag: nil)
    }
  )
}
