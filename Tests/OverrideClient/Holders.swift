package import Medley
package import MedleyComposition
package import MedleyResilience

/// A type with one member, `value`, whose `Codable` is synthesised in this module.
package protocol Holder: Codable {}

// MARK: - Elements

package struct PolymorphicHolder: Holder {
  package var value: Polymorphic<any Media>
}
package struct PolymorphicValueHolder: Holder {
  @PolymorphicValue package var value: (any Media)?
}
package struct PolymorphicArrayHolder: Holder {
  @PolymorphicArray package var value: [any Media]
}
package struct LossyElementsHolder: Holder {
  @Lossy package var value: [Polymorphic<any Media>]
}
package struct ItemHolder: Holder {
  package var value: Item
}
package struct ComposedHolder: Holder {
  package var value: Composed<Base, Details>
}

// MARK: - Scalars

package struct LosslessHolder: Holder {
  @Lossless package var value: String
}
package struct OptionalLosslessHolder: Holder {
  @Lossless package var value: Int?
}
package struct LenientBoolHolder: Holder {
  @LenientBool package var value: Bool
}
package struct OneOrManyHolder: Holder {
  @OneOrMany package var value: [Int]
}
package struct IdentifierHolder: Holder {
  package var value: Identifier<Author>
}
package struct OpenEnumHolder: Holder {
  package var value: OpenEnum<Genre>
}
package struct KindHolder: Holder {
  package var value: Kind
}
package struct ColorHolder: Holder {
  package var value: Color
}
package struct PercentageHolder: Holder {
  package var value: Percentage
}

// MARK: - Absence

package struct DefaultedHolder: Holder {
  @Defaulted<Defaults.Zero> package var value: Int
}
package struct DefaultedBoolHolder: Holder {
  @Defaulted<Defaults.False> package var value: Bool
}
package struct DefaultedStringsHolder: Holder {
  @Defaulted<Defaults.Empty> package var value: [String]
}
package struct NullWhenNilHolder: Holder {
  @NullWhenNil package var value: Cast?
}
package struct OmittedWhenEmptyHolder: Holder {
  @OmittedWhenEmpty package var value: [String]
}
package struct NullWhenEmptyHolder: Holder {
  @NullWhenEmpty package var value: [String]
}
package struct FieldValueHolder: Holder {
  package var value: FieldValue<Cast>
}

// MARK: - Losses

package struct LossyHolder: Holder {
  @Lossy package var value: [String]
}
package struct LossyOptionalHolder: Holder {
  @Lossy package var value: Cast?
}
package struct LossyOptionalElementHolder: Holder {
  @Lossy package var value: Polymorphic<any Media>?
}
package struct LossyLosslessHolder: Holder {
  @Lossy @Lossless package var value: [Int]
}
package struct LossyDictionaryHolder: Holder {
  @Lossy package var value: [String: [Int]]
}
package struct DefaultedLossyHolder: Holder {
  @Defaulted<Defaults.Empty> @Lossy package var value: [String]
}
package struct LossyDefaultedHolder: Holder {
  @Lossy @Defaulted<Defaults.Zero> package var value: Int
}
