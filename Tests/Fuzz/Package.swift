// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the main one has no special flags. `.ci/fuzz` builds and runs it.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Medley", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyComposition", package: "Medley"),
        .product(name: "MedleyFoundation", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
        .product(name: "MedleyResilience", package: "Medley"),
        .product(name: "MedleyStreams", package: "Medley"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]
    )
  ],
  swiftLanguageModes: [.v6]
)
