import Medley
import Testing

/// Caches of what is made for types, of which generic types have no end.
@Suite struct TypeCacheTests {
  private final class Box: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  private enum Nested<Inner> {}

  /// Many different types.
  private static func types(_ count: Int) -> [ObjectIdentifier] {
    func add<Inner>(_ inner: Inner.Type, _ list: inout [ObjectIdentifier], _ depth: Int) {
      list.append(ObjectIdentifier(inner))
      guard depth > 0 else { return }
      add(Nested<Inner>.self, &list, depth - 1)
      add(Inner?.self, &list, depth - 1)
    }
    var list: [ObjectIdentifier] = []
    add(Int.self, &list, count.bitWidth - count.leadingZeroBitCount)
    return Array(list.prefix(count))
  }

  private func number(_ cache: TypeCache, _ type: ObjectIdentifier) -> Int? {
    (cache.find(type) as? Box)?.number
  }

  @Test func `finds each of many types, and nothing for others`() {
    let types = Self.types(3000)
    #expect(Set(types).count == 3000)
    let cache = TypeCache()
    for (index, type) in types.prefix(2000).enumerated() {
      #expect(number(cache, type) == nil)
      cache.insert(Box(index), for: type)
    }
    #expect(types.prefix(2000).map { number(cache, $0) } == Array(0..<2000))
    #expect(types.dropFirst(2000).allSatisfy { number(cache, $0) == nil })
  }

  @Test func `keeps the first of two`() {
    let cache = TypeCache()
    let first = cache.insert(Box(1), for: ObjectIdentifier(Int.self))
    let second = cache.insert(Box(2), for: ObjectIdentifier(Int.self))
    #expect(ObjectIdentifier(first) == ObjectIdentifier(second))
    #expect(number(cache, ObjectIdentifier(Int.self)) == 1)
  }

  @Test func `keeps no more than its limit, and returns what it doesn't keep`() {
    let cache = TypeCache(limit: 2)
    let types = Self.types(4)
    let boxes = types.enumerated().map { cache.insert(Box($0), for: $1) }
    #expect(boxes.map(\.number) == [0, 1, 2, 3])
    #expect(types.map { number(cache, $0) } == [0, 1, nil, nil])
  }

  @Test func `threads find what others insert while the table grows`() async {
    let types = Self.types(2000)
    let cache = TypeCache()
    await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var wrong = 0
          for index in types.indices {
            let place = task.isMultiple(of: 2) ? index : types.count - 1 - index
            let stored = cache.insert(Box(place), for: types[place])
            let found = cache.find(types[place])
            if stored.number != place || found !== stored { wrong += 1 }
          }
          return wrong
        }
      }
      for await wrong in group { #expect(wrong == 0) }
    }
    #expect(types.map { number(cache, $0) } == Array(types.indices))
  }
}
