import TestSupport

/// Writes JSON that matches a shape, or almost.
struct DocumentWriter {
  var random: SeededRandom
  /// One value in this many is of another kind than in the shape, or missing; 0 for none.
  let misfits: Int
  private(set) var text = ""

  init(random: SeededRandom, misfits: Int) {
    self.random = random
    self.misfits = misfits
  }

  private mutating func isMisfit() -> Bool {
    misfits > 0 && random.once(in: misfits)
  }

  mutating func write(_ shape: Shape) {
    space()
    if isMisfit() { return writeAnything() }
    switch shape {
    case .scalar(let scalar), .value(let scalar): write(scalar)
    case .optional(let shape):
      if random.once(in: 3) { text += "null" } else { write(shape) }
    case .wrapped(let shape): write(shape)
    case .firstOf(let shapes): write(random.pick(shapes))
    case .array(let shape):
      writeList("[", "]", random.number(below: 4)) { writer, _ in writer.write(shape) }
    case .row(let elements):
      let count = elements.count + (isMisfit() ? random.number(below: 3) - 1 : 0)
      writeList("[", "]", max(0, count)) { writer, index in
        guard index < elements.count else { return writer.writeAnything() }
        writer.write(nullable: elements[index].access == .decodeNil, elements[index].shape)
      }
    case .dictionary(let key, let shape):
      writeList("{", "}", random.number(below: 4)) { writer, _ in
        writer.writeMember(writer.key(key)) { $0.write(shape) }
      }
    case .object(let object): write(object)
    }
  }

  private mutating func write(nullable: Bool, _ shape: Shape) {
    if nullable, random.once(in: 2) { text += "null" } else { write(shape) }
  }

  private mutating func write(_ object: ObjectShape) {
    var members: [(String, Shape)] = []
    for field in object.fields where !isMisfit() {
      if [.decodeIfPresent, .contains, .superDecoder].contains(field.access), random.once(in: 3) {
        continue
      }
      members.append((key(field.name.rawValue), field.shape))
      if random.once(in: 12) { members.append((field.name.rawValue, field.shape)) }
    }
    if let parent = object.parent, !random.once(in: 5) { members.append(("super", parent)) }
    for _ in 0..<random.number(below: 3) {
      members.append((random.pick(["other", "id", "ïd", "x "]), .scalar(.generate(&random))))
    }
    if random.once(in: 2) { members.shuffle(using: &random) }
    writeList("{", "}", members.count) { writer, index in
      writer.writeMember(members[index].0) { $0.write(nullable: false, members[index].1) }
    }
  }

  // MARK: - Writing the parts

  private mutating func writeList(
    _ start: String,
    _ end: String,
    _ count: Int,
    _ element: (inout DocumentWriter, Int) -> Void
  ) {
    text += start
    for index in 0..<count {
      if index > 0 { text += "," }
      space()
      element(&self, index)
      space()
    }
    text += end
  }

  private mutating func writeMember(
    _ key: String,
    _ value: (inout DocumentWriter) -> Void
  ) {
    write(key)
    space()
    text += ":"
    space()
    value(&self)
  }

  /// The key as it is, in snake case, as a custom strategy expects it, or spelled another way.
  private mutating func key(_ name: String) -> String {
    switch random.number(below: 8) {
    case 0: "k_" + name
    case 1: Self.snakeCase[name] ?? name
    case 2: name == "é" ? "e\u{301}" : name
    default: name
    }
  }

  private static let snakeCase = [
    "imageUrl": "image_url", "createdAt": "created_at", "value2": "value2",
    "_private_": "_private_",
    "HTTPServer": "HTTPServer",
  ]

  private mutating func key(_ key: DictionaryKey) -> String {
    switch key {
    case .string: random.pick(["a", "b_c", "", "é", "imageUrl", "image_url"])
    case .int: random.pick(["1", "2", "-3", "four", "05"])
    case .word: random.pick(["one", "two", "THREE", "four"])
    case .code: random.pick(["a", "b", "id", "b_c"])
    }
  }

  private mutating func space() {
    if random.once(in: 8) { text += random.pick([" ", "\n", "\t ", "\r\n  "]) }
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      default:
        if scalar.value < 0x10000, random.once(in: 30) {
          let digits = String(scalar.value, radix: 16, uppercase: random.once(in: 2))
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private mutating func writeAnything() {
    if random.once(in: 3) {
      text += "null"
      return
    }
    switch random.number(below: 8) {
    case 0: text += "[]"
    case 1: text += "{}"
    case 2: text += #"[1, {"id": [true]}]"#
    case 3: text += #"{"id": 1, "super": {"x": null}}"#
    default: write(Scalar.generate(&random))
    }
  }

  private mutating func write(_ scalar: Scalar) {
    switch scalar {
    case .bool: text += random.pick(["true", "false"])
    case .string, .url, .data, .word: write(random.pick(Self.strings))
    case .date: if random.once(in: 2) { write(random.pick(Self.dates)) } else { text += "1000.5" }
    case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64:
      text += random.pick(
        misfits > 0 ? Self.numbers : ["0", "1", "100", "1.0", "1e2", "127", "12.00"]
      )
    case .double, .float, .decimal:
      text += random.pick(misfits > 0 ? Self.numbers : ["0", "-0.0", "1.5", "0.1", "1e10", "-7"])
    }
  }

  static let strings = [
    "", "a", "one", "two", "THREE", "QUJD", "QUI=", "http://example.com/a?b=c", "a b", "é", "😀",
    "Infinity", "NaN", "exactly fifteen", "exactly sixteen!", "日本語の文章はもう少し長い", "\"\\\n",
    "2024-02-29T12:30:00Z",
  ]

  static let dates = [
    "2024-02-29T12:30:00Z", "2024-02-30T12:30:00Z", "2024-02-29T12:30:00+02:00", "yesterday",
    "1969-12-31T23:59:59Z", "2024-02-29",
  ]

  static let numbers = [
    "0", "-0", "1", "-1", "10", "127", "128", "-128", "-129", "255", "256", "32767", "32768",
    "-32769", "65535", "65536", "2147483647", "2147483648", "-2147483649", "4294967295",
    "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "1.0", "1e2", "1E+2", "1.5", "-0.0", "10e-1", "0.1", "-0.25",
    "123456789.123456789", "1e19", "1e20", "1e100", "1e308", "1e309", "-1e400",
    "5e-324", "3.4028235e38", "3.5e38", "1e-46", "16777217", "16777217.0000001",
    "0.1e1", "100e-2", "12345678901234567890123456789012345678", "0e999999999", "1e-7",
    "179769313486231580793728971405301e276", "2.2250738585072011e-308",
  ]
}
