// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
]

let package = Package(
  name: "OtherFormats",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [
    .package(name: "Medley", path: "../.."),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/CoreOffice/XMLCoder", exact: "0.18.2"),
  ],
  targets: [
    // The formats behind one enum, and the payloads: what the program and the tests share.
    .target(
      name: "Formats",
      dependencies: [
        .product(name: "Medley", package: "Medley"),
        .product(name: "Yams", package: "Yams"),
        .product(name: "TOMLKit", package: "TOMLKit"),
        .product(name: "XMLCoder", package: "XMLCoder"),
      ]),
    .executableTarget(
      name: "OtherFormats",
      dependencies: ["Formats", .product(name: "Medley", package: "Medley")]),
    .executableTarget(name: "Probe", dependencies: ["Formats", "Medley", .product(name: "TOMLKit", package: "TOMLKit")]),
    .testTarget(
      name: "OtherFormatsTests",
      dependencies: ["Formats", .product(name: "Medley", package: "Medley")]),
  ],
  swiftLanguageModes: [.v6])

for target in package.targets {
  target.swiftSettings = settings
}
