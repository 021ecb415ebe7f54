// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Profile = {
  /** The id of the user. */
  id: string
  /** The name that the pilot wants to be shown by. */
  name: string | null
  /** null unless the credential also has the scope profile:email. */
  email: string | null
  /** URL of a square WebP picture, 256 px wide. A changed picture has another URL. */
  image: string | null
  /** Whether everyone may see the profile. */
  publicProfile: boolean
  /** Whether the email address has been confirmed. */
  emailVerified: boolean
  /** Whether the account was created before a date that the operator has set. */
  earlyAdopter: boolean
  /** The pilot’s club. */
  club: string | null
  /** The pilot’s id in the CIVL world ranking. */
  civlId: number | null
}
