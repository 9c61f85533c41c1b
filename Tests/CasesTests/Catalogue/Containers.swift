import Medley

struct Shelf: Payload {
  static let fields = ["name": "string", "items": "[@Media]"]

  var name: String
  var items: [Polymorphic<any Media>]
}

struct Page: Payload {
  static let fields = ["hero": "@Media?", "items": "[@Media]"]

  var hero: Polymorphic<any Media>?
  var items: [Polymorphic<any Media>]
}

struct Cover: Payload {
  static let fields = ["hero": "wrapper @Media"]

  @PolymorphicValue var hero: (any Media)?
}

struct Holder: Payload {
  static let fields = ["item": "@Media"]

  var item: Polymorphic<any Media>
}

struct Catalog: Payload {
  static let fields = ["entries": "{string: @Media}"]

  var entries: [String: Polymorphic<any Media>]
}
