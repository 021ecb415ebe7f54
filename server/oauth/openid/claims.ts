// Claims about the user who signs in (OpenID Connect Core 5.1), in the id_token and from userinfo.
import type { UserInfo } from '#contract/openid.ts'
import type { Profile } from '#contract/profile.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Services } from '#server/platform/services.ts'

export interface OpenidServices extends Services {
  /** Offered by the accounts feature, handed over by app.ts. */
  readonly findProfile: (userId: string) => Promise<Profile | undefined>
}

/** 5.3.2: what has no value is left out, not null. */
export function toClaims(profile: Profile, scopes: readonly Scope[]): UserInfo {
  const claims = {
    ...(scopes.includes('profile:read') && {
      name: profile.name,
      picture: profile.image,
      club: profile.club,
      civl_id: profile.civlId,
    }),
    ...(scopes.includes('profile:email') && { email: profile.email, email_verified: profile.emailVerified }),
  }
  const known = Object.entries(claims).filter(([, value]) => value !== null)
  return { sub: profile.id, ...Object.fromEntries(known) }
}

export const claimNames = ['sub', 'name', 'picture', 'club', 'civl_id', 'email', 'email_verified']
