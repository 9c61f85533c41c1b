#if os(macOS) || os(Linux) || os(Windows)
import Foundation
import Testing

@Suite struct SurvivalTableExampleTests {
  @Test func `prints the table that is in its folder`() throws {
    let run = try Example("SurvivalTable")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../Examples/SurvivalTable/SurvivalTable.txt")
    #expect(try String(contentsOf: file, encoding: .utf8) == run.output)
  }

  @Test func `prints Markdown`() throws {
    let run = try Example("SurvivalTable", ["--markdown"])
    #expect(run.status == 0)
    #expect(run.lines.count { $0.hasPrefix("### Lossy<Array<Polymorphic<") } == 2)
  }
}
#endif
