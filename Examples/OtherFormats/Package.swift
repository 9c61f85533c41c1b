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
    // What the program and the tests share: the formats, and the types of the feed.
    .target(
      name: "Formats",
      dependencies: ["Medley", "Yams", "TOMLKit", "XMLCoder"],
      resources: [.copy("Feeds")]
    ),
    .executableTarget(name: "OtherFormats", dependencies: ["Formats", "Medley"]),
    .testTarget(
      name: "OtherFormatsTests",
      dependencies: [
        "Formats", "Medley", .product(name: "MedleyComposition", package: "Medley"),
        .product(name: "MedleyResilience", package: "Medley"), "Yams", "TOMLKit", "XMLCoder",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = settings
}
