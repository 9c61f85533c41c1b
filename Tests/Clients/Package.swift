// swift-tools-version: 5.9

import PackageDescription

let medley: [Target.Dependency] = [
  .product(name: "Medley", package: "Medley"),
  .product(name: "MedleyComposition", package: "Medley"),
  .product(name: "MedleyFoundation", package: "Medley"),
  .product(name: "MedleyJSON", package: "Medley"),
  .product(name: "MedleyResilience", package: "Medley"),
  .product(name: "MedleyTesting", package: "Medley"),
]

// Packages that depend on Medley as apps and libraries do: in the Swift 5 language mode, and with
// Medley out of their interface.
let package = Package(
  name: "Clients",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  dependencies: [.package(name: "Medley", path: "../..")],
  targets: [
    .executableTarget(name: "Swift5Client", dependencies: medley, path: "Swift5Client"),
    .target(
      name: "PublicInterface",
      dependencies: medley,
      path: "PublicInterface",
      swiftSettings: [.unsafeFlags(["-enable-library-evolution"])]
    ),
    .executableTarget(
      name: "InterfaceClient",
      dependencies: ["PublicInterface"],
      path: "InterfaceClient"
    ),
  ]
)
