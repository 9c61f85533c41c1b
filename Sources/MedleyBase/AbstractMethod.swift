/// Stands for the body of a method that every subclass overrides.
///
/// Swift has no abstract methods. No class with one is made itself: a `make` function, or a subclass's
/// own initialiser, makes each object, so that no payload gets here.
@inline(never) package func abstractMethod() -> Never {
  fatalError("A subclass overrides this.")
}
