import Medley
import MedleyBase
import MedleyEngine

/// A decoder of elements of one type, whose issues are those of a call.
///
/// It is a class, because each kind of element has another one.
class ReportingElementDecoder<Value> {
  final let index: DocumentIndex

  init(_ index: DocumentIndex) {
    self.index = index
  }

  /// Whether the type reads its fields.
  class var readsFields: Bool { false }

  /// This decoder, for the engine.
  final var made: ElementDecoder<Value> {
    ElementDecoder(self, readsFields: Self.readsFields) { [self] position in
      try decode(at: position)
    } elements: { [self] position, end, room in
      try elements(from: position, until: end, room: room)
    }
  }

  /// - Parameters:
  ///   - position: The position of the value in the index.
  ///   - mark: The mark before the issues of this value, for decoders that remove those of a failed
  ///     value. They advance it after each value.
  /// - Returns: The value.
  /// - Throws: What the type's own `init(from:)` would throw.
  func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    abstractMethod()
  }

  /// Returns a payload with its registration, whose tag stands beside it.
  ///
  /// - Returns: Nil if only `ElementReader` can tell what becomes of the value.
  func object(at position: Int, tagged tag: TypeTag) -> TaggedObject? { nil }

  /// Decodes such a payload.
  ///
  /// - Throws: What the type's own initialiser would throw.
  func decode(_ object: TaggedObject, tagged tag: TypeTag) throws -> Value {
    abstractMethod()
  }

  final func decode(at position: Int) throws -> Value {
    guard var mark = IssueMark.inCall(index.document.collector) else {
      StepCount.add(1, .innerCall)
      return try index.document.calling(Value.self) { try decode(at: position) }
    }
    return try decode(at: position, &mark)
  }

  private func elements(from position: Int, until end: Int, room: Int) throws -> [Value] {
    guard var mark = IssueMark.inCall(index.document.collector) else {
      StepCount.add(1, .innerCall)
      return try index.document.calling([Value].self) {
        try elements(from: position, until: end, room: room)
      }
    }
    var position = position
    // Filled in place, because `append` looks up the type of the array.
    return try unsafe [Value](unsafeUninitializedCapacity: room) { memory, count in
      while position < end {
        // Sound: there is room for all elements.
        try unsafe (memory.baseAddress.unsafelyUnwrapped + count)
          .initialize(to: decode(at: position, &mark))
        count += 1
        position = index.next(position)
      }
    }
  }
}

// MARK: - Reading fields

/// Decodes elements that read their fields.
final class FieldElementDecoder<Value: FieldDecodable>: ReportingElementDecoder<Value> {
  override class var readsFields: Bool { true }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    var reader = FieldReader(try index.fields(at: position))
    return try Value(fields: &reader)
  }
}

/// Decodes payload values.
final class PayloadValueElementDecoder: ReportingElementDecoder<PayloadValue> {
  override func decode(at position: Int, _ mark: inout IssueMark) -> PayloadValue {
    index.value(at: position)
  }
}

/// Decodes values that certain strings stand for, such as the cases of an open enum.
///
/// They are found by the bytes of the document, without a string. The type's own `init(from:)`
/// decodes the others.
final class StringElementDecoder<Value: Decodable>: ReportingElementDecoder<Value> {
  private let positions: TagIndex
  private let values: [Value]

  /// - Returns: Nil if no values are listed.
  init?(_ listed: [(string: String, value: Value)], _ index: DocumentIndex) {
    if listed.isEmpty { return nil }
    values = listed.map(\.value)
    // Of equal strings, the first is found.
    positions = TagIndex(listed.enumerated().map { ($1.string, $0) })
    super.init(index)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    if index.isPlainString(position) {
      let place = index.registration(for: position, in: positions)
      if place >= 0 { return values[place] }
    }
    return try Value(from: index.decoder(at: position))
  }
}

// MARK: - Making

extension AnyElementDecoder {
  /// Returns the decoder of this module for elements of a type, which must be those of this one.
  @inline(__always)
  func reporting<Value>(_: Value.Type) -> ReportingElementDecoder<Value> {
    // Sound: this module makes no others.
    unsafe unsafeDowncast(maker, to: ReportingElementDecoder<Value>.self)
  }
}
