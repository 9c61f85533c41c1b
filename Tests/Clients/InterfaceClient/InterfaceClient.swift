import Foundation
import PublicInterface

/// A client of a library that uses Medley inside: it doesn't import Medley.
@main
enum InterfaceClient {
  static func main() throws {
    let json = """
      {"id":1,"blocks":[{"type":"paragraph","text":"a"},7,{"type":"image","url":"b"}],"views":"12",\
      "liked":"yes","tags":["t"],"published":"1970-01-01T00:01:00Z","genre":"NOIR","color":"RED",\
      "audience":"everyone","subtitle":"s","author":"ada"}
      """
    let (page, issues) = try Library.page(from: json)
    expect(
      page.blocks.count == 2 && issues == ["blocks[1]: expected an object, found a number; dropped"]
    )
    expect(page.blocks[0] == .paragraph(Paragraph(text: "a")))
    if case .unsupported(let block) = page.blocks[1] {
      expect(block.type == "image")
    }
    expect(page.views == 12 && page.isLiked && page.tags == ["t"] && page.published == 60)
    expect(page.genreName == "NOIR" && page.hasKnownColor && page.isForEveryone)
    expect(page.title == "s" && page.authorName == "ada")
    let blocks = String(decoding: try JSONEncoder().encode(page.blocks), as: UTF8.self)
    expect(blocks.contains(#""url":"b""#))

    let some = try Library.blocks(from: #"[{"type":"heading","text":"a","level":1},7]"#)
    expect(some.count == 1)
    let made = try JSONEncoder().encode(Block.unsupported(Block.Unsupported(type: "video")))
    expect(String(decoding: made, as: UTF8.self) == #"{"type":"video"}"#)
    let drawing = #"[{"shape":"square","width":2,"color":"red"},{"shape":"circle","radius":1}]"#
    let shapes = try Library.shapes(from: drawing)
    expect(shapes.map { $0.area } == [4, 3] && (shapes[0] as? Square)?.color == "red")
    let screen = #"[{"class":"label","name":"l","text":"t"},{"class":"view","name":"v"}]"#
    let views = try Library.views(from: screen)
    expect((views[0] as? Label)?.text == "t" && views[1].name == "v")
    let data = Data(#"{"views":[{"class":"label","name":"l","text":"t"},{"class":"new"}]}"#.utf8)
    let names = try JSONDecoder().decode(Screen.self, from: data).views.map { $0.name }
    expect(names == ["l"])
    print("a library with Medley inside: passed")
  }
}

/// Stops the program if a condition doesn't hold.
func expect(_ condition: Bool, file: StaticString = #file, line: UInt = #line) {
  precondition(condition, "not as expected", file: file, line: line)
}
