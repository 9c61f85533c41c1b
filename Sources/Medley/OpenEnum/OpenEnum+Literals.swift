// MARK: - Writing as literals

extension OpenEnum: ExpressibleByUnicodeScalarLiteral
where Known.RawValue: ExpressibleByUnicodeScalarLiteral {
  /// Creates an open enum from a raw value.
  public init(unicodeScalarLiteral value: Known.RawValue.UnicodeScalarLiteralType) {
    self.init(rawValue: Known.RawValue(unicodeScalarLiteral: value))
  }
}

extension OpenEnum: ExpressibleByExtendedGraphemeClusterLiteral
where Known.RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates an open enum from a raw value.
  public init(
    extendedGraphemeClusterLiteral value: Known.RawValue.ExtendedGraphemeClusterLiteralType
  ) {
    self.init(rawValue: Known.RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension OpenEnum: ExpressibleByStringLiteral
where Known.RawValue: ExpressibleByStringLiteral {
  /// Creates an open enum from a raw value.
  ///
  /// ```swift
  /// let genre: OpenEnum<Genre> = "WESTERN"  // .unknown("WESTERN")
  /// ```
  public init(stringLiteral value: Known.RawValue.StringLiteralType) {
    self.init(rawValue: Known.RawValue(stringLiteral: value))
  }
}

extension OpenEnum: ExpressibleByIntegerLiteral
where Known.RawValue: ExpressibleByIntegerLiteral {
  /// Creates an open enum from a raw value.
  public init(integerLiteral value: Known.RawValue.IntegerLiteralType) {
    self.init(rawValue: Known.RawValue(integerLiteral: value))
  }
}
