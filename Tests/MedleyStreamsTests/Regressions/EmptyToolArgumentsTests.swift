import Medley
import MedleyJSON
import MedleyStreams
import Testing

/// The article on events of language models had code for tool calls that failed without arguments.
///
/// Here is the code as it stands there.
@Suite struct EmptyToolArgumentsTests {
  private struct ToolCall {
    private var document: PartialDecoder<Polymorphic<any Tool>>
    private var hasArguments = false

    init(_ name: String, using decoder: PolymorphicJSONDecoder) throws {
      document = PartialDecoder(
        Polymorphic<any Tool>.self,
        using: decoder
      )
      document.append(#"{"name":"#.utf8)
      document.append(try PolymorphicJSONEncoder().encode(name))
      document.append(#","arguments":"#.utf8)
    }

    mutating func append(_ piece: String) throws -> (any Tool)? {
      if !piece.allSatisfy(\.isWhitespace) { hasArguments = true }
      document.append(piece.utf8)
      return try document.snapshot()?.known
    }

    mutating func finish() throws -> Polymorphic<any Tool> {
      // Without arguments, there is no piece, or an empty one.
      document.append((hasArguments ? "}" : "{}}").utf8)
      return try document.finish()
    }
  }

  /// Computed: a stored one keeps bits of an enum in a pointer, which LeakSanitizer takes for a leak.
  private static var tools: PolymorphicRegistry<any Tool> {
    PolymorphicRegistry(
      .adjacent(tag: "name", content: "arguments"),
      ["reserve_table": ReserveTable.self, "list_reservations": ListReservations.self]
    )
  }

  @Test(arguments: [[], [""], ["", " "], ["{}"], ["{", "}"]])
  func `a tool without arguments is called with whatever comes`(_ pieces: [String]) throws {
    for name in ["list_reservations", "reserve_table"] {
      var call = try ToolCall(name, using: PolymorphicJSONDecoder(Self.tools))
      for piece in pieces { _ = try call.append(piece) }
      let tool = try #require(try call.finish().known)
      #expect((tool as? ReserveTable)?.restaurant == nil)
      #expect((tool is ListReservations) == (name == "list_reservations"))
    }
  }

  @Test func `arguments are shown while they come`() throws {
    var call = try ToolCall("reserve_table", using: PolymorphicJSONDecoder(Self.tools))
    var shown: [String?] = []
    for piece in ["", #"{"restau"#, #"rant":"Caf"#, #"é Ada","people""#, ":2 ", "}"] {
      shown.append((try call.append(piece) as? ReserveTable)?.restaurant)
    }
    #expect(shown.last == "Café Ada")
    #expect(shown.contains("Caf"))
    let table = try #require(try call.finish().known as? ReserveTable)
    #expect(table.people == 2)
  }

  @Test func `a tool with any name is kept if it isn't known`() throws {
    let name = #"a "tool""#
    var call = try ToolCall(name, using: PolymorphicJSONDecoder(Self.tools))
    #expect(try call.append(#"{"a":1}"#) == nil)
    #expect(try call.finish().unknown?.tag?.string == name)
  }
}

private protocol Tool: Decodable, Sendable {}

private struct ReserveTable: Tool {
  var restaurant: String?
  var people: Int?
}

private struct ListReservations: Tool {}
