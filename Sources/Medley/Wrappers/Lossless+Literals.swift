// MARK: - Creating from literals

extension Lossless: ExpressibleByUnicodeScalarLiteral
where Value: ExpressibleByUnicodeScalarLiteral {
  /// Creates a property with a character in its own kind.
  public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
    self.init(wrappedValue: Value(unicodeScalarLiteral: value))
  }
}

extension Lossless: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates a property with a character in its own kind.
  public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
    self.init(wrappedValue: Value(extendedGraphemeClusterLiteral: value))
  }
}

extension Lossless: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
  /// Creates a property with a string in its own kind.
  public init(stringLiteral value: Value.StringLiteralType) {
    self.init(wrappedValue: Value(stringLiteral: value))
  }
}

extension Lossless: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// Creates a property with a number in its own kind.
  public init(integerLiteral value: Value.IntegerLiteralType) {
    self.init(wrappedValue: Value(integerLiteral: value))
  }
}

extension Lossless: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
  /// Creates a property with a Boolean in its own kind.
  public init(booleanLiteral value: Value.BooleanLiteralType) {
    self.init(wrappedValue: Value(booleanLiteral: value))
  }
}
