/// The bases of the cases: protocols that ask for nothing, so that any payload may be registered
/// with any base, and one that only decodes too.
protocol Media {}
protocol Block {}
protocol Resource {}
protocol Shape {}
protocol Event {}
protocol Vehicle {}

/// Stand-ins for bases that only other case files name; a case's further names are dealt out to
/// them in turn.
protocol FirstSpareBase {}
protocol SecondSpareBase {}
protocol ThirdSpareBase {}
protocol FourthSpareBase {}

typealias EveryBase = Media & Block & Resource & Shape & Event & Vehicle & FirstSpareBase
  & SecondSpareBase & ThirdSpareBase & FourthSpareBase
