import Medley

/// An enum without an unknown case, with Boolean tags.
enum Reply: CatalogueEnum {
  case success(Success)
  case failure(Failure)

  static let declaration = """
    {"enum": true, "unknownCase": false, "discriminator": {"key": "ok"}, "register": [
      {"type": "Success", "tags": [true], "case": "success"},
      {"type": "Failure", "tags": [false], "case": "failure"}], "policies": {"unknown": "throw"}}
    """

  static let registry: PolymorphicRegistry<Reply> = {
    var policies = PolymorphicRegistry<Reply>.Policies()
    policies.unknown = .throw
    return PolymorphicRegistry("ok", policies: policies) { registry in
      try registry.register(for: true, as: Reply.success)
      try registry.register(for: false, as: Reply.failure)
    }
  }()

  init?(holding payload: Any) {
    switch payload {
    case let success as Success: self = .success(success)
    case let failure as Failure: self = .failure(failure)
    default: return nil
    }
  }
}
