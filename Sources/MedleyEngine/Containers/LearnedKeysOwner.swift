/// The owner of the cached names of keys.
///
/// It is a class, because containers that escape from a pool share it.
final class LearnedKeysOwner {
  let keys = LearnedKeys()

  deinit {
    keys.deallocate()
  }
}
