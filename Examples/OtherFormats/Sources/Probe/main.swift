import Formats
import Foundation
import Medley

protocol Media: Codable, Sendable { var title: String { get } }
struct Movie: Media, Equatable { var title: String; var minutes: Int }
struct Book: Media, Equatable { var title: String; var pages: Int }
struct Labelled: Media, Equatable { var type: String; var title: String }

struct Feed<E: Codable>: Codable { var items: [E] }
struct Box<E: Codable>: Codable { var item: E }
struct Opt<E: Codable>: Codable { var item: E? }

func registry(_ d: Discriminator) -> PolymorphicRegistry<any Media> {
  PolymorphicRegistry<any Media>(d, ["MOVIE": Movie.self, "BOOK": Book.self])
}
func run<V: Codable>(_ f: Format, _ t: V.Type, _ text: String, _ r: PolymorphicRegistry<any Media>) {
  let (res, report) = DecodingReport.collectingResult { try f.decode(V.self, from: text) { $0.register(r) } }
  switch res {
  case .success(let v):
    print("DECODED", v)
    if !report.description.isEmpty { print("REPORT", report) }
    do { print("ENCODED\n" + (try f.encode(v) { $0.register(r) })) } catch { print("ENCODE ERROR", error) }
  case .failure(let e): print("ERROR", e, "\nREPORT", report)
  }
}
func texts(_ y: String, _ t: String, _ x: String) -> (Format) -> String {
  { f in switch f { case .yaml: y; case .toml: t; case .xml: x } }
}

struct LFeed: Codable { @Lossy var items: [Polymorphic<any Media>] }
struct LDict: Codable { @Lossy var items: [String: Polymorphic<any Media>] }
struct LOpt: Codable { @Lossy var item: Polymorphic<any Media>? }
struct LNest: Codable { @Lossy var items: [[Polymorphic<any Media>]] }
struct PAFeed: Codable { @PolymorphicArray var items: [any Media] }
struct PV: Codable { @PolymorphicValue var item: (any Media)? }
struct Scalar: Media { var title: String
 init(title: String) { self.title = title }
 init(from d: any Decoder) throws { title = try d.singleValueContainer().decode(String.self) }
 func encode(to e: any Encoder) throws { var c = e.singleValueContainer(); try c.encode(title) } }
struct Nothing: Media { var title: String { "" } }
struct Meta: Media { var title: String; var meta: [String: Int] }
class Base: Codable { var a = 1; init() {} }
final class Derived: Base { var b = 2
  override init() { super.init() }
  enum K: CodingKey { case b }
  required init(from d: any Decoder) throws { b = try d.container(keyedBy: K.self).decode(Int.self, forKey: .b); try super.init(from: d) }
  override func encode(to e: any Encoder) throws { try super.encode(to: e); var c = e.container(keyedBy: K.self); try c.encode(b, forKey: .b) } }
struct Person: Codable, Equatable { var name: String }
enum Author: Equatable { case name(String), person(Person) }
let authors = PolymorphicRegistry<Author>(.jsonKind) { r in
  try r.register(String.self, for: "string", as: Author.name)
  try r.register(Person.self, for: "object", as: Author.person)
}
func run2<V: Codable, B>(_ f: Format, _ t: V.Type, _ text: String, _ r: PolymorphicRegistry<B>) {
  let (res, report) = DecodingReport.collectingResult { try f.decode(V.self, from: text) { $0.register(r) } }
  switch res {
  case .success(let v):
    print("DECODED", v)
    if !report.description.isEmpty { print("REPORT", report) }
    do { print("ENCODED\n" + (try f.encode(v) { $0.register(r) })) } catch { print("ENCODE ERROR", error) }
  case .failure(let e): print("ERROR", e, "\nREPORT", report)
  }
}
typealias P = Polymorphic<any Media>
let probes: [String: (Format) -> Void] = [
  "nested-known": { f in
    run(f, Feed<[P]>.self, texts("items: [[{type: MOVIE, title: A, minutes: 1}], [{type: BOOK, title: B, pages: 2},{type: BOOK, title: C, pages: 2}]]", "items = [[{type='MOVIE', title='A', minutes=1}],[{type='BOOK', title='B', pages=2},{type='BOOK', title='C', pages=2}]]", "<feed><items><i><type>MOVIE</type><title>A</title><minutes>1</minutes></i></items><items><i><type>BOOK</type><title>B</title><pages>2</pages></i><i><type>BOOK</type><title>B</title><pages>2</pages></i></items></feed>")(f), registry("type"))
  },
  "plain-nested": { f in
    do { print(try f.encode(Feed(items: [[1, 2], [3]]))) } catch { print(error) }
  },
  "unknown-nested-array": { f in
    run(f, Feed<P>.self, texts("items: [{type: X, a: [[1,2],[3]], b: [], c: {}, d: [{e: 1}, 2], g: {h: {i: {}}}}]", "items = [{type='X', a=[[1,2],[3]], b=[], c={}, d=[{e=1}, 2], g={h={i={}}}}]", "<feed><items><type>X</type><a><l>1</l><l>2</l></a><a><l>3</l></a><b/><c></c><d><e>1</e></d><d>2</d><g><h><i/></h></g></items></feed>")(f), registry("type"))
  },
  "wrapper": { f in
    run(f, Feed<P>.self, texts("items: [[MOVIE, {title: A, minutes: 1}], [X, {a: 1}], [BOOK, {title: B, pages: 2}]]", "items = [['MOVIE', {title='A', minutes=1}], ['X', {a=1}], ['BOOK',{title='B', pages=2}]]", "<feed><items><e>MOVIE</e><e><title>A</title><minutes>1</minutes></e></items><items><e>X</e><e><a>1</a></e></items></feed>")(f), registry(.wrapperArray))
  },
  "wrapper-member": { f in
    run(f, Box<P>.self, texts("item: [MOVIE, {title: A, minutes: 1}]", "item = ['MOVIE', {title='A', minutes=1}]", "<feed><item>MOVIE</item><item><title>A</title><minutes>1</minutes></item></feed>")(f), registry(.wrapperArray))
  },
  "external": { f in
    run(f, Feed<P>.self, texts("items: [{MOVIE: {title: A, minutes: 1}}, {X: {a: 1}}]", "items = [{MOVIE={title='A', minutes=1}}, {X={a=1}}]", "<feed><items><MOVIE><title>A</title><minutes>1</minutes></MOVIE></items><items><X><a>1</a></X></items></feed>")(f), registry(.external))
  },
  "adjacent": { f in
    run(f, Feed<P>.self, texts("items: [{kind: MOVIE, data: {title: A, minutes: 1}}, {kind: X, data: {a: 1}}]", "items = [{kind='MOVIE', data={title='A', minutes=1}}, {kind='X', data={a=1}}]", "<feed><items><kind>MOVIE</kind><data><title>A</title><minutes>1</minutes></data></items><items><kind>X</kind><data><a>1</a></data></items></feed>")(f), registry(.adjacent(tag: "kind", content: "data")))
  },
  "adjacent-named": { f in
    run(f, Feed<P>.self, texts("items: [{kind: MOVIE, MOVIE: {title: A, minutes: 1}}, {kind: X, X: {a: 1}}]", "items = [{kind='MOVIE', MOVIE={title='A', minutes=1}}, {kind='X', X={a=1}}]", "<feed><items><kind>MOVIE</kind><MOVIE><title>A</title><minutes>1</minutes></MOVIE></items><items><kind>X</kind><X><a>1</a></X></items></feed>")(f), registry(.adjacent(tag: "kind")))
  },
  "path": { f in
    run(f, Feed<P>.self, texts("items: [{meta: {kind: MOVIE}, title: A, minutes: 1}, {meta: {kind: X, o: 1}}]", "items = [{meta={kind='MOVIE'}, title='A', minutes=1}, {meta={kind='X', o=1}}]", "<feed><items><meta><kind>MOVIE</kind></meta><title>A</title><minutes>1</minutes></items><items><meta><kind>X</kind><o>1</o></meta></items></feed>")(f), registry(.path("meta", "kind")))
  },
  "path3": { f in
    run(f, Feed<P>.self, texts("items: [{a: {b: {kind: MOVIE}}, title: A, minutes: 1}]", "items = [{a={b={kind='MOVIE'}}, title='A', minutes=1}]", "<feed><items><a><b><kind>MOVIE</kind></b></a><title>A</title><minutes>1</minutes></items></feed>")(f), registry(.path("a", "b", "kind")))
  },
  "dates": { f in
    run(f, Feed<P>.self, texts("items: [{type: X, on: 2024-05-01, at: 2024-05-01T10:00:00Z, t: 10:00:00, a: [2024-05-01]}]", "items = [{type='X', on=2024-05-01, at=2024-05-01T10:00:00Z, t=10:00:00, a=[2024-05-01, 1], n={d=2024-05-01, k=1}}]", "<feed><items><type>X</type><on>2024-05-01</on></items></feed>")(f), registry("type"))
  },
  "date-tag": { f in
    run(f, Feed<P>.self, texts("items: [{type: 2024-05-01}]", "items = [{type=2024-05-01}]", "<feed><items><type>2024-05-01</type></items></feed>")(f), registry("type"))
  },
  "date-element": { f in
    run(f, Feed<P>.self, texts("items: [2024-05-01]", "items = [2024-05-01]", "<feed><items>2024-05-01</items></feed>")(f), registry("type"))
  },
  "numbers": { f in
    run(f, Feed<P>.self, texts("items: [{type: X, a: 9223372036854775807, b: -9223372036854775808, c: 18446744073709551615, d: 1.0, e: 1e3, f: 123456789012345678901234567890, g: 3.14159265358979323846, h: .inf, i: .nan, j: 0x10, k: 0o7, l: true, m: yes, n: 'true', o: '1', p: ~, q: null, r: 'null', s: '~', t: ''}]", "items = [{type='X', a=9223372036854775807, b=-9223372036854775808, d=1.0, e=1e3, g=3.14159265358979323846, h=inf, i=nan, j=0x10, k=0o7, l=true, n='true', o='1', t=''}]", "<feed><items><type>X</type><a>9223372036854775807</a><c>18446744073709551615</c><d>1.0</d><l>true</l><t></t><u/></items></feed>")(f), registry("type"))
  },
  "kinds": { f in
    run(f, Feed<P>.self, texts("items: [{type: {a: 1}}]", "items = [{type={a=1}}]", "<feed><items><type><a>1</a></type></items></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [{type: [1]}]", "items = [{type=[1]}]", "<feed><items><type>1</type><type>2</type></items></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [{type: 1.5}]", "items = [{type=1.5}]", "<feed><items><type>1.5</type></items></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [{type: }]", "items = [{x=1}]", "<feed><items><type/></items></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [{title: A}]", "items = [{title='A'}]", "<feed><items><title>A</title></items></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [3, 'a', true, [], null]", "items = [3]", "<feed><items>3</items></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [null]", "items = ['a']", "<feed><items/></feed>")(f), registry("type"))
    run(f, Feed<P>.self, texts("items: [{type: MOVIE, title: A, minutes: x}]", "items = [{type='MOVIE',title='A', minutes='x'}]", "<feed><items><type>MOVIE</type><title>A</title><minutes>x</minutes></items></feed>")(f), registry("type"))
  },
  "keep": { f in
    var r = registry("type"); r.policies = .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    run(f, Feed<P>.self, texts("items: [{type: {a: 1}}]", "items = [{type={a=1}}]", "<feed><items><type><a>1</a></type></items></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [{type: [1]}]", "items = [{type=[1]}]", "<feed><items><type>1</type><type>2</type></items></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [{type: 1.5}]", "items = [{type=1.5}]", "<feed><items><type>1.5</type></items></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [{type: }]", "items = [{x=1}]", "<feed><items><type/></items></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [{title: A}]", "items = [{title='A'}]", "<feed><items><title>A</title></items></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [3, 'a', true, [], null]", "items = [3, 'a', true, []]", "<feed><items>3</items></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [null]", "items = [[[]]]", "<feed><items/></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: [{type: MOVIE, title: A, minutes: x}]", "items = [{type='MOVIE',title='A', minutes='x'}]", "<feed><items><type>MOVIE</type><title>A</title><minutes>x</minutes></items></feed>")(f), r)
  },
  "optional": { f in
    run(f, Opt<P>.self, texts("item: {type: MOVIE, title: A, minutes: 1}", "item = {type='MOVIE', title='A', minutes=1}", "<feed><item><type>MOVIE</type><title>A</title><minutes>1</minutes></item></feed>")(f), registry("type"))
    run(f, Opt<P>.self, texts("a: 1", "a = 1", "<feed><a>1</a></feed>")(f), registry("type"))
    run(f, Opt<P>.self, texts("item: null", "item = {}", "<feed><item/></feed>")(f), registry("type"))
    run(f, Feed<P?>.self, texts("items: [{type: MOVIE, title: A, minutes: 1}, null]", "items = [{type='MOVIE', title='A', minutes=1}]", "<feed><items><type>MOVIE</type><title>A</title><minutes>1</minutes></items><items/></feed>")(f), registry("type"))
  },
  "labelled": { f in
    let r = PolymorphicRegistry<any Media>("type", ["L": Labelled.self])
    run(f, Feed<P>.self, texts("items: [{title: A, type: L}]", "items = [{title='A', type='L'}]", "<feed><items><title>A</title><type>L</type></items></feed>")(f), r)
    do { print(try f.encode(Feed<P>(items: [.known(Labelled(type: "M", title: "x"))])) { $0.register(r) }) } catch { print("ERR", error) }
  },
  "dict": { f in
    run(f, Box<[String: P]>.self, texts("item: {a: {type: MOVIE, title: A, minutes: 1}, b: {type: X, t: 1}}", "item = {a={type='MOVIE', title='A', minutes=1}, b={type='X', t=1}}", "<feed><item><a><type>MOVIE</type><title>A</title><minutes>1</minutes></a><b><type>X</type><t>1</t></b></item></feed>")(f), registry("type"))
    run(f, Box<[String: P]>.self, texts("item: {}", "item = {}", "<feed><item/></feed>")(f), registry("type"))
  },
  "deep": { f in
    let n = 400
    run(f, Feed<P>.self, texts("items: [{type: X, a: " + String(repeating: "[", count: n) + String(repeating: "]", count: n) + "}]", "items = [{type='X', a=" + String(repeating: "[", count: n) + String(repeating: "]", count: n) + "}]", "<feed><items><type>X</type>" + String(repeating: "<a>", count: n) + "1" + String(repeating: "</a>", count: n) + "</items></feed>")(f), registry("type"))
  },
  "deep2": { f in
    let n = 150
    run(f, Feed<P>.self, texts("items: [{type: X, a: " + String(repeating: "{b: ", count: n) + "1" + String(repeating: "}", count: n) + "}]", "items = [{type='X', a=" + String(repeating: "{b=", count: n) + "1" + String(repeating: "}", count: n) + "}]", "<feed><items><type>X</type>" + String(repeating: "<a>", count: n) + "1" + String(repeating: "</a>", count: n) + "</items></feed>")(f), registry("type"))
  },
  "deep3": { f in
    let n = 60
    run(f, Feed<P>.self, texts("items: [{type: X, a: " + String(repeating: "{b: ", count: n) + "1" + String(repeating: "}", count: n) + "}]", "items = [{type='X', a=" + String(repeating: "{b=", count: n) + "1" + String(repeating: "}", count: n) + "}]", "<feed><items><type>X</type>" + String(repeating: "<a>", count: n) + "1" + String(repeating: "</a>", count: n) + "</items></feed>")(f), registry("type"))
  },
  "lossy": { f in
    let t = texts("items: [{type: MOVIE, title: A, minutes: 1}, {type: MOVIE, title: B}, 3, {title: x}, {type: X, a: 1}, {type: BOOK, title: C, pages: x}, {type: BOOK, title: D, pages: 4}]", "items = [{type='MOVIE', title='A', minutes=1}, {type='MOVIE', title='B'}, 3, {title='x'}, {type='X', a=1}, {type='BOOK', title='C', pages='x'}, {type='BOOK', title='D', pages=4}]", "<feed><items><type>MOVIE</type><title>A</title><minutes>1</minutes></items><items><type>MOVIE</type><title>B</title></items><items>3</items><items><title>x</title></items><items><type>X</type><a>1</a></items><items><type>BOOK</type><title>C</title><pages>x</pages></items><items><type>BOOK</type><title>D</title><pages>4</pages></items></feed>")
    run(f, LFeed.self, t(f), registry("type"))
    run(f, Feed<P>.self, t(f), registry("type"))
    run(f, PAFeed.self, texts("items: [{type: MOVIE, title: A, minutes: 1}, {type: X, a: 1}]", "items = [{type='MOVIE', title='A', minutes=1}, {type='X', a=1}]", "<feed><items><type>MOVIE</type><title>A</title><minutes>1</minutes></items><items><type>X</type><a>1</a></items></feed>")(f), registry("type"))
    run(f, LDict.self, texts("items: {a: {type: MOVIE, title: A, minutes: 1}, b: {type: MOVIE, title: B}}", "items = {a={type='MOVIE', title='A', minutes=1}, b={type='MOVIE', title='B'}}", "<feed><items><a><type>MOVIE</type><title>A</title><minutes>1</minutes></a><b><type>MOVIE</type></b></items></feed>")(f), registry("type"))
  },
  "lossy2": { f in
    run(f, LFeed.self, texts("items: 3", "items = 3", "<feed><items>3</items></feed>")(f), registry("type"))
    run(f, LFeed.self, texts("items: null", "items = 2024-01-01", "<feed><items/></feed>")(f), registry("type"))
    run(f, LFeed.self, texts("x: 1", "x = 1", "<feed><x>1</x></feed>")(f), registry("type"))
    run(f, LFeed.self, texts("items: []", "items = []", "<feed></feed>")(f), registry("type"))
    run(f, LFeed.self, texts("items: [null, [], '', {}]", "items = [[], '', {}, 2024-01-01]", "<feed><items></items><items></items></feed>")(f), registry("type"))
    run(f, LOpt.self, texts("item: {type: MOVIE, title: A, minutes: x}", "item = {type='MOVIE', title='A', minutes='x'}", "<feed><item><type>MOVIE</type></item></feed>")(f), registry("type"))
    run(f, LOpt.self, texts("item: {type: MOVIE, title: A, minutes: 1}", "item = {type='MOVIE', title='A', minutes=1}", "<feed><item><type>MOVIE</type><title>A</title><minutes>1</minutes></item></feed>")(f), registry("type"))
    run(f, LOpt.self, texts("item: null", "item = 2024-01-01", "<feed><item/></feed>")(f), registry("type"))
    run(f, LNest.self, texts("items: [[{type: MOVIE, title: A, minutes: 1}, 3], 4, []]", "items = [[{type='MOVIE', title='A', minutes=1}, 3], 4, []]", "<feed><items><i><type>MOVIE</type><title>A</title><minutes>1</minutes></i><i>3</i></items><items>4</items></feed>")(f), registry("type"))
  },
  "value": { f in
    run(f, PV.self, texts("item: {type: MOVIE, title: A, minutes: 1}", "item = {type='MOVIE', title='A', minutes=1}", "<feed><item><type>MOVIE</type><title>A</title><minutes>1</minutes></item></feed>")(f), registry("type"))
    run(f, PV.self, texts("item: {type: X}", "item = {type='X'}", "<feed><item><type>X</type></item></feed>")(f), registry("type"))
    run(f, PV.self, texts("item: null", "item = {}", "<feed><item/></feed>")(f), registry("type"))
    run(f, PV.self, texts("x: 1", "x = 1", "<feed><x/></feed>")(f), registry("type"))
    run(f, PV.self, texts("item: 3", "item = 2024-01-01", "<feed><item>3</item></feed>")(f), registry("type"))
  },
  "ints": { f in
    let r = PolymorphicRegistry<any Media>("type", [1: Movie.self, "2": Book.self, true: Labelled.self])
    run(f, Feed<P>.self, texts("items: [{type: 1, title: A, minutes: 1}, {type: 2, title: B, pages: 1}, {type: '1', title: B, pages: 1}, {type: 3}, {type: '2', title: B, pages: 1}]", "items = [{type=1, title='A', minutes=1}, {type=2}, {type='1'}, {type=3}, {type='2', title='B', pages=1}]", "<feed><items><type>1</type><title>A</title><minutes>1</minutes></items><items><type>2</type><title>A</title><pages>1</pages></items><items><type>3</type></items></feed>")(f), r)
    let b = PolymorphicRegistry<any Media>("type", [true: Movie.self, false: Book.self])
    run(f, Feed<P>.self, texts("items: [{type: true, title: A, minutes: 1}, {type: 'false', title: B, pages: 1}, {type: 1}, {type: 'true', title: B, minutes: 1}]", "items = [{type=true, title='A', minutes=1}, {type='true'}, {type=false, title='A', pages=1}]", "<feed><items><type>true</type><title>A</title><minutes>1</minutes></items><items><type>1</type><title>A</title><minutes>1</minutes></items><items><type>false</type><title>A</title><pages>1</pages></items></feed>")(f), b)
    run(f, Feed<P>.self, texts("items: [{type: 99999999999999999999999}]", "items = [{type=9223372036854775807}]", "<feed><items><type>99999999999999999999999</type></items></feed>")(f), r)
    let i = PolymorphicRegistry<any Media>("type", [1: Movie.self])
    run(f, Feed<P>.self, texts("items: [{type: 99999999999999999999999}, {type: 18446744073709551615}, {type: 2}, {type: 1.0}, {type: x}]", "items = [{type=9223372036854775807}, {type=-9223372036854775808}, {type='x'}]", "<feed><items><type>99999999999999999999999</type></items><items><type>2</type></items></feed>")(f), i)
  },
  "compound": { f in
    let r = PolymorphicRegistry<any Media>(.compound("v", "kind"), [["v1", "MOVIE"]: Movie.self, [2, "MOVIE"]: Book.self])
    run(f, Feed<P>.self, texts("items: [{v: v1, kind: MOVIE, title: A, minutes: 1}, {v: 2, kind: MOVIE, title: B, pages: 1}, {v: 3, kind: X}]", "items = [{v='v1', kind='MOVIE', title='A', minutes=1}, {v=2, kind='MOVIE', title='B', pages=1},{v=3, kind='X'}]", "<feed><items><v>v1</v><kind>MOVIE</kind><title>A</title><minutes>1</minutes></items><items><v>2</v><kind>MOVIE</kind><title>A</title><pages>1</pages></items><items><v>3</v><kind>X</kind></items></feed>")(f), r)
  },
  "jsonkind": { f in
    run2(f, Feed<Polymorphic<Author>>.self, texts("items: [Ada, {name: Bob}, 3, true, [1], null, 1.5]", "items = ['Ada', {name='Bob'}, 3, true, [1], 1.5]", "<feed><items>Ada</items><items><name>Bob</name></items><items>3</items><items/></feed>")(f), authors)
    run2(f, Feed<Polymorphic<Author>>.self, texts("items: [Ada, {name: Bob}, 3, true]", "items = ['Ada', {name='Bob'}, 3, true]", "<feed><items>Ada</items><items><name>Bob</name></items></feed>")(f), authors)
    run2(f, Box<Polymorphic<Author>>.self, texts("item: Ada", "item = 'Ada'", "<feed><item>Ada</item></feed>")(f), authors)
    run2(f, Box<Polymorphic<Author>>.self, texts("item: {name: B}", "item = {name='Ada'}", "<feed><item><name>Ada</name></item></feed>")(f), authors)
  },
  "deduced": { f in
    run(f, Feed<P>.self, texts("items: [{title: A, minutes: 1}, {title: B, pages: 2}, {x: 1}]", "items = [{title='A', minutes=1},{title='B', pages=2}, {x=1}]", "<feed><items><title>A</title><minutes>1</minutes></items><items><title>B</title><pages>1</pages></items></feed>")(f), registry(.deduced))
    run(f, Feed<P>.self, texts("items: [{title: A, minutes: 1}, {title: B, pages: 2}]", "items = [{title='A', minutes=1},{title='B', pages=2}]", "<feed><items><title>A</title><minutes>1</minutes></items><items><title>B</title><pages>1</pages></items></feed>")(f), registry(.deduced))
  },
  "or": { f in
    run(f, Feed<P>.self, texts("items: [{type: MOVIE, title: A, minutes: 1}, {kind: BOOK, title: B, pages: 2}, {MOVIE: {title: C, minutes: 1}}, {Y: {title: C, minutes: 1}}]", "items = [{type='MOVIE', title='A', minutes=1}, {kind='BOOK', title='B', pages=2}, {MOVIE={title='C', minutes=1}}, {Y={a=1}}]", "<feed><items><type>MOVIE</type><title>A</title><minutes>1</minutes></items><items><kind>BOOK</kind><title>B</title><pages>1</pages></items><items><MOVIE><title>A</title><minutes>1</minutes></MOVIE></items></feed>")(f), registry(.key("type").or(.key("kind")).or(.external)))
  },
  "stack": { f in
    let n = Int(CommandLine.arguments[3])!
    let kb = Int(CommandLine.arguments[4])!
    let r = registry("type")
    let t = texts("items: [{type: X, a: " + String(repeating: "{b: ", count: n) + "1" + String(repeating: "}", count: n) + "}]", "items = [{type='X', a=" + String(repeating: "{b=", count: n) + "1" + String(repeating: "}", count: n) + "}]", "<feed><items><type>X</type>" + String(repeating: "<a>", count: n) + "1" + String(repeating: "</a>", count: n) + "</items></feed>")(f)
    let th = Thread {
      do { let v = try f.decode(Feed<P>.self, from: t) { $0.register(r) }
        print("decoded"); let e = try f.encode(v) { $0.register(r) }; print("encoded", e.count) } catch { print("\(error)".suffix(200)) }
      exit(0)
    }
    th.stackSize = kb * 1024
    th.start()
    while true { sleep(1) }
  },
  "attr": { f in
    run(f, Feed<P>.self, texts("items: [{type: MOVIE, title: A, minutes: 1}]", "items = []", "<feed><items type=\"MOVIE\" minutes=\"1\"><title>A</title></items><items type=\"X\" a=\"1\">text<b c=\"2\">t</b></items></feed>")(f), registry("type"))
  },
  "scalarpayload": { f in
    let r = PolymorphicRegistry<any Media>("type", ["S": Scalar.self])
    do { print(try f.encode(Feed<P>(items: [.known(Scalar(title: "x"))])) { $0.register(r) }) } catch { print("ERR", error) }
  },
  "nothing": { f in
    let r = PolymorphicRegistry<any Media>("type", ["S": Nothing.self])
    do { print(try f.encode(Feed<P>(items: [.known(Nothing()), .known(Nothing())])) { $0.register(r) }) } catch { print("ERR", error) }
    do { print(try f.encode(Feed<P>(items: [])) { $0.register(r) }) } catch { print("ERR", error) }
    run(f, Feed<P>.self, texts("items: []", "items = []", "<feed></feed>")(f), r)
    run(f, Feed<P>.self, texts("items: null", "x = []", "<feed/>")(f), r)
  },
  "class": { f in
    let r = PolymorphicRegistry<Base>("type", ["D": Derived.self])
    do { print(try f.encode(Feed<Polymorphic<Base>>(items: [.known(Derived())])) { $0.register(r) }) } catch { print("ERR", error) }
  },
  "tagobj": { f in
    // the payload stores an object where the tag is
    let r = PolymorphicRegistry<any Media>("meta", ["M": Meta.self])
    do { print(try f.encode(Feed<P>(items: [.known(Meta(title: "x", meta: ["a": 1]))])) { $0.register(r) }) } catch { print("ERR", error) }
    let r2 = PolymorphicRegistry<any Media>(.path("meta", "kind"), ["M": Meta.self])
    do { print(try f.encode(Feed<P>(items: [.known(Meta(title: "x", meta: ["a": 1])), .known(Meta(title: "y", meta: ["b": 1]))])) { $0.register(r2) }) } catch { print("ERR", error) }
  },

]
let args = CommandLine.arguments
if args.count < 3 { for k in probes.keys.sorted() { print(k) }; exit(0) }
probes[args[1]]!(Format(rawValue: args[2])!)
