import Foundation

/// An object under keys in snake case, which a strategy converts.
struct Member: Codable, Hashable {
  var memberId: Int
  var fullName: String
  var isActive: Bool
  var loginCount: Int
  var lastSeenAt: String
}

/// The same with its keys as they are written.
struct WrittenMember: Codable, Hashable {
  var memberId: Int
  var fullName: String
  var isActive: Bool
  var loginCount: Int
  var lastSeenAt: String

  private enum CodingKeys: String, CodingKey {
    case memberId = "member_id"
    case fullName = "full_name"
    case isActive = "is_active"
    case loginCount = "login_count"
    case lastSeenAt = "last_seen_at"
  }

  var converted: Member {
    Member(
      memberId: memberId,
      fullName: fullName,
      isActive: isActive,
      loginCount: loginCount,
      lastSeenAt: lastSeenAt
    )
  }
}

/// An object of 316 bytes under keys in snake case, which a strategy converts.
struct Account: Codable, Hashable {
  var accountId: Int
  var displayName: String
  var emailAddress: String
  var phoneNumber: String?
  var createdAt: String
  var updatedAt: String
  var isVerified: Bool
  var followersCount: Int
  var followingCount: Int
  var profileImageUrl: String
}

/// The same with its keys as they are written.
struct WrittenAccount: Codable, Hashable {
  var accountId: Int
  var displayName: String
  var emailAddress: String
  var phoneNumber: String?
  var createdAt: String
  var updatedAt: String
  var isVerified: Bool
  var followersCount: Int
  var followingCount: Int
  var profileImageUrl: String

  private enum CodingKeys: String, CodingKey {
    case accountId = "account_id"
    case displayName = "display_name"
    case emailAddress = "email_address"
    case phoneNumber = "phone_number"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case isVerified = "is_verified"
    case followersCount = "followers_count"
    case followingCount = "following_count"
    case profileImageUrl = "profile_image_url"
  }

  var converted: Account {
    Account(
      accountId: accountId,
      displayName: displayName,
      emailAddress: emailAddress,
      phoneNumber: phoneNumber,
      createdAt: createdAt,
      updatedAt: updatedAt,
      isVerified: isVerified,
      followersCount: followersCount,
      followingCount: followingCount,
      profileImageUrl: profileImageUrl
    )
  }
}
