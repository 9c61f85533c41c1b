import Medley

// MARK: - Making trees

extension DocumentIndex {
  /// The value at a position as a tree, with its keys as they came; of repeated keys the first.
  ///
  /// Not by recursion: a document may be nested deeper than a thread's stack has room for.
  func value(at position: Int) -> PayloadValue {
    var open: [OpenContainer] = []
    var position = position
    while true {
      var value: PayloadValue
      if words[position].isContainer {
        open.append(OpenContainer(position, in: self))
        value = .null
      } else {
        value = scalar(at: position)
        guard var last = open.popLast() else { return value }
        last.add(value)
        open.append(last)
      }
      // On to the next child of the innermost container that has one left.
      while var last = open.popLast() {
        if last.goOn(in: self) {
          position = last.position
          open.append(last)
          break
        }
        value = last.value
        guard var outer = open.popLast() else { return value }
        outer.add(value)
        open.append(outer)
      }
    }
  }

  private func scalar(at position: Int) -> PayloadValue {
    switch kind(position) {
    case .null, .array, .object: return .null
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .ascii, .text, .escaped: return .string(string(at: position))
    case .integer, .decimal: return number(at: position)
    }
  }

  private func number(at position: Int) -> PayloadValue {
    if kind(position) == .decimal, let double = try? double(at: position), double.isFinite,
      double.rounded() != double
    {
      return .double(double)
    }
    // Whole numbers are integers, however they are written: every decoder shows them so.
    // But what is only too small for a double isn't zero.
    if let integer = try? integer(Int64.self, at: position),
      integer != 0 || digits(at: position).significand == 0
    {
      return .integer(integer)
    }
    if let unsigned = try? integer(UInt64.self, at: position), unsigned != 0 {
      return .unsigned(unsigned)
    }
    if kind(position) == .decimal, let double = try? double(at: position), double.isFinite {
      return .double(double)
    }
    return .number(PayloadValue.NumberText(numberText(position)))
  }
}

/// A container whose children are being made.
private struct OpenContainer {
  private let isObject: Bool
  private let end: Int
  /// Where the child is that is made next, or was made last.
  private(set) var position: Int
  private var isBegun = false
  private var key = ""
  private var elements: [PayloadValue] = []
  private var members: [PayloadValue.Member] = []
  /// The keys so far, where some may be repeated; by code unit, since strings are equal in two
  /// spellings.
  private var keys: Set<[UInt8]>?

  init(_ head: Int, in index: DocumentIndex) {
    isObject = index.kind(head) == .object
    end = index.words[head].end
    position = head + IndexWord.headCount
    // The scanner compares neither keys with escapes nor those of large objects.
    let mayRepeat = ObjectFlag.repeated | ObjectFlag.escaped | ObjectFlag.large
    keys = index.words[head].flags & mayRepeat != 0 ? [] : nil
    if isObject {
      members.reserveCapacity(index.size(head))
    } else {
      elements.reserveCapacity(index.size(head))
    }
  }

  var value: PayloadValue { isObject ? .object(members) : .array(elements) }

  /// Goes to the next child; false if there is none.
  mutating func goOn(in index: DocumentIndex) -> Bool {
    if isBegun { position = index.next(position) }
    isBegun = true
    while position < end {
      guard isObject else { return true }
      key = index.string(at: position)
      position += 1
      guard keys?.insert(Array(key.utf8)).inserted == false else { return true }
      position = index.next(position)
    }
    return false
  }

  mutating func add(_ value: PayloadValue) {
    if isObject {
      members.append(PayloadValue.Member(key: key, value: value))
    } else {
      elements.append(value)
    }
  }
}
