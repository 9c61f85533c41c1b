import AssistantEvents
import Medley
import Testing

@Suite struct AssistantEventsTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders(events).inSnakeCase.expectTable(
      "AssistantEvents",
      of: [Polymorphic<any ServerEvent>].self,
      #"""
      [{"type": "response.created", "response": {"id": "r", "status": "queued"}},
       {"type": "response.output_item.added", "output_index": 0,
        "item": {"id": "i", "type": "message", "name": "n"}},
       {"type": "response.output_text.delta", "item_id": "i", "delta": "Hel"},
       {"type": "response.output_text.done", "item_id": "i", "text": "Hello"},
       {"type": "error", "code": "busy", "message": "Try again"}]
      """#
    )
  }
}
