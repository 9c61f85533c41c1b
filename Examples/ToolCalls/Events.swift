package import Medley

/// An event of an answer, whose blocks are texts and calls of tools.
package enum Event: PolymorphicDecodable {
  case start(BlockStart)
  case delta(BlockDelta)
  case stop(BlockStop)
  case unknown(UnknownPayload)

  package static let registry = PolymorphicRegistry<Event>("type") {
    try $0.register(for: "content_block_start", as: Event.start)
    try $0.register(for: "content_block_delta", as: Event.delta)
    try $0.register(for: "content_block_stop", as: Event.stop)
  }
}

package struct BlockStart: Decodable {
  var index: Int
  var contentBlock: Block
}

package struct BlockDelta: Decodable {
  var index: Int
  var delta: Delta
}

package struct BlockStop: Decodable {
  var index: Int
}

/// A block at its beginning.
enum Block: PolymorphicDecodable {
  case toolUse(ToolUse)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Block>("type") {
    try $0.register(for: "tool_use", as: Block.toolUse)
  }
}

struct ToolUse: Decodable {
  var id: String
  var name: String
}

/// What comes after what a block has.
enum Delta: PolymorphicDecodable {
  case text(TextDelta)
  case arguments(ArgumentsDelta)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Delta>("type") {
    try $0.register(for: "text_delta", as: Delta.text)
    try $0.register(for: "input_json_delta", as: Delta.arguments)
  }
}

struct TextDelta: Decodable {
  var text: String
}

/// A piece of the arguments of a call, which ends anywhere.
struct ArgumentsDelta: Decodable {
  var partialJson: String
}
