package import Medley

/// An event of an answer.
package protocol ServerEvent: Decodable, Sendable {
  var type: String { get }
}

/// A change of the whole answer.
struct AnswerEvent: ServerEvent {
  struct Answer: Decodable {
    var id: String
    var status: String
  }

  var type: String
  var response: Answer
}

/// A message, a tool call or reasoning, at its beginning and end.
struct ItemEvent: ServerEvent {
  struct Item: Decodable {
    var id: String?
    var type: String
    var name: String?
  }

  var type: String
  var outputIndex: Int
  var item: Item
}

/// A part of a message or of a summary of reasoning, at its beginning and end.
struct PartEvent: ServerEvent {
  struct Part: Decodable {
    var type: String
    var text: String?
  }

  var type: String
  var itemId: String
  var part: Part
}

/// A piece of a text: of a message, a refusal, reasoning, code, a transcript, or of arguments.
struct TextDelta: ServerEvent {
  var type: String
  var itemId: String?
  var delta: String
}

/// A text at its end.
struct TextDone: ServerEvent {
  var type: String
  var itemId: String?
  var text: String?
  var arguments: String?
}

/// A source of a part of a text.
struct AnnotationEvent: ServerEvent {
  struct Annotation: Decodable {
    var type: String
    var url: String?
    var title: String?
  }

  var type: String
  var annotation: Annotation
}

/// The state of a tool of the server.
struct ToolState: ServerEvent {
  var type: String
  var itemId: String
}

/// A preview of an image.
struct PartialImage: ServerEvent {
  var type: String
  var partialImageIndex: Int
}

/// An error of the server.
struct ErrorEvent: ServerEvent {
  var type: String
  var code: String?
  var message: String
}

/// All event types that this program knows, by their tags.
package let events = PolymorphicRegistry<any ServerEvent>("type") { registry in
  let text = "response.output_text"
  try registry.register(
    AnswerEvent.self,
    for: "response.created",
    "response.queued",
    "response.in_progress",
    "response.completed",
    "response.failed",
    "response.incomplete"
  ) { $0 }
  try registry.register(
    ItemEvent.self,
    for: "response.output_item.added",
    "response.output_item.done"
  ) { $0 }
  try registry.register(
    PartEvent.self,
    for: "response.content_part.added",
    "response.content_part.done",
    "response.reasoning_summary_part.added",
    "response.reasoning_summary_part.done"
  ) { $0 }
  try registry.register(
    TextDelta.self,
    for: .string(text + ".delta"),
    "response.refusal.delta",
    "response.function_call_arguments.delta",
    "response.custom_tool_call_input.delta",
    "response.mcp_call_arguments.delta",
    "response.code_interpreter_call_code.delta",
    "response.reasoning_summary_text.delta",
    "response.reasoning_text.delta",
    "response.audio.delta",
    "response.audio.transcript.delta"
  ) { $0 }
  try registry.register(
    TextDone.self,
    for: .string(text + ".done"),
    "response.refusal.done",
    "response.function_call_arguments.done",
    "response.custom_tool_call_input.done",
    "response.mcp_call_arguments.done",
    "response.code_interpreter_call_code.done",
    "response.reasoning_summary_text.done",
    "response.reasoning_text.done",
    "response.audio.done",
    "response.audio.transcript.done"
  ) { $0 }
  try registry.register(AnnotationEvent.self, for: .string(text + ".annotation.added")) { $0 }
  try registry.register(
    ToolState.self,
    for: "response.file_search_call.in_progress",
    "response.file_search_call.searching",
    "response.file_search_call.completed",
    "response.web_search_call.in_progress",
    "response.web_search_call.searching",
    "response.web_search_call.completed",
    "response.code_interpreter_call.in_progress",
    "response.code_interpreter_call.interpreting",
    "response.code_interpreter_call.completed",
    "response.image_generation_call.in_progress",
    "response.image_generation_call.generating",
    "response.image_generation_call.completed",
    "response.mcp_call.in_progress",
    "response.mcp_call.completed",
    "response.mcp_call.failed",
    "response.mcp_list_tools.in_progress",
    "response.mcp_list_tools.completed",
    "response.mcp_list_tools.failed"
  ) { $0 }
  try registry.register(
    PartialImage.self,
    for: "response.image_generation_call.partial_image"
  ) { $0 }
  try registry.register(ErrorEvent.self, for: "error") { $0 }
}
