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
  name: "Database",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [
    .package(name: "Medley", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // What the program and the tests share: the records.
    .target(
      name: "Records",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyEngine", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
      ]
    ),
    .executableTarget(
      name: "Database",
      dependencies: [
        "Records",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
      ]
    ),
    .testTarget(
      name: "DatabaseTests",
      dependencies: [
        "Records",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyEngine", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
        .product(name: "MedleyResilience", package: "Medley"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = settings
}
