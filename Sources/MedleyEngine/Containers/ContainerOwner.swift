/// The state of a container that owns its document.
///
/// It is a class, so that the last copy of the container frees the state and releases the document.
final class ContainerOwner {
  let state: ContainerState
  // Sound: the document outlives the state, which reads its index.
  private let document: Document

  init(_ document: Document, at object: Int) {
    state = ContainerState(document.index, at: object, nil, keySize: 0)
    self.document = document
  }

  deinit {
    state.deallocate()
  }
}
