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
  name: "Ports",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  dependencies: [.package(name: "Medley", path: "../..")],
  targets: [
    .target(
      name: "Ports",
      dependencies: [
        .product(name: "Medley", package: "Medley"),
        .product(name: "MedleyComposition", package: "Medley"),
        .product(name: "MedleyFoundation", package: "Medley"),
        .product(name: "MedleyJSON", package: "Medley"),
        .product(name: "MedleyResilience", package: "Medley"),
      ],
      resources: [.process("Resources")]
    ),
    .executableTarget(name: "PortsBenchmark", dependencies: ["Ports"]),
    .testTarget(name: "PortsTests", dependencies: ["Ports"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = settings
}
