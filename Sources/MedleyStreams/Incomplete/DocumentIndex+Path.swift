import MedleyEngine
import MedleyJSON

// MARK: - Finding values

extension DocumentIndex {
  /// Returns the value at a path of keys as they are written; nil if it isn't there.
  func position(of path: [DocumentKey]) -> Int? {
    var position = 0
    for key in path {
      switch key.kind {
      case .name(let name):
        guard kind(position) == .object else { return nil }
        position = member(name, of: position)
        guard position >= 0 else { return nil }
      case .index(let index):
        guard kind(position) == .array, index >= 0, index < size(position) else { return nil }
        position += IndexEntry.entriesPerContainer
        for _ in 0..<index { position = next(position) }
      }
    }
    return position
  }
}
