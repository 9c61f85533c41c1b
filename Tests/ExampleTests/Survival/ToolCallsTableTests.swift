import Medley
import Testing
import ToolCalls

@Suite struct ToolCallsTableTests {
  @Test func `survives what its table says`() throws {
    try ExampleCoders().inSnakeCase.expectTable(
      "ToolCalls",
      of: Event.self,
      #"""
      {"type": "content_block_start", "index": 1,
       "content_block": {"type": "tool_use", "id": "t", "name": "reserve_table"}}
      """#,
      #"""
      {"type": "content_block_delta", "index": 1,
       "delta": {"type": "input_json_delta", "partial_json": "{"}}
      """#
    )
  }
}
