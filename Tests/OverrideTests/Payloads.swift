import OverrideClient

// TestSupport has types of the same names.
typealias Media = OverrideClient.Media
typealias Movie = OverrideClient.Movie
typealias Stranger = OverrideClient.Stranger
