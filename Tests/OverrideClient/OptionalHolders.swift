package import Medley
package import MedleyComposition
package import MedleyResilience

// MARK: - Medley's types as plain optionals

package struct OptionalPolymorphicHolder: Holder {
  package var value: Polymorphic<any Media>?
}
package struct OptionalElementsHolder: Holder {
  package var value: [Polymorphic<any Media>]?
}
package struct OptionalItemHolder: Holder {
  package var value: Item?
}
package struct OptionalComposedHolder: Holder {
  package var value: Composed<Base, Details>?
}
package struct OptionalLenientBoolHolder: Holder {
  package var value: LenientBool?
}
package struct OptionalOneOrManyHolder: Holder {
  package var value: OneOrMany<Int>?
}
package struct OptionalIdentifierHolder: Holder {
  package var value: Identifier<Author>?
}
package struct OptionalOpenEnumHolder: Holder {
  package var value: OpenEnum<Genre>?
}
package struct OptionalKindHolder: Holder {
  package var value: Kind?
}
package struct OptionalColorHolder: Holder {
  package var value: Color?
}
package struct OptionalPercentageHolder: Holder {
  package var value: Percentage?
}
package struct OptionalFieldValueHolder: Holder {
  package var value: FieldValue<Cast>?
}

// MARK: - Other types

package struct OptionalCastHolder: Holder {
  package var value: Cast?
}
package struct OptionalRowHolder: Holder {
  package var value: Row?
}
package struct OptionalGenreHolder: Holder {
  package var value: Genre?
}
package struct OptionalIntHolder: Holder {
  package var value: Int?
}
package struct OptionalStringHolder: Holder {
  package var value: String?
}
package struct OptionalIntsHolder: Holder {
  package var value: [Int]?
}
package struct StringHolder: Holder {
  package var value: String
}
package struct BoolHolder: Holder {
  package var value: Bool
}
package struct IntsHolder: Holder {
  package var value: [Int]
}
package struct ElementsHolder: Holder {
  package var value: [Polymorphic<any Media>]
}
