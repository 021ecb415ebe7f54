// What the accounts feature has, over what every feature has.
import { createLimiter, createSignInLimit, type Limiter } from '#server/access/limits/limiter.ts'
import type { SessionServices } from '#server/access/session.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Auth } from './auth/auth.ts'
import { type Background, createBackground } from './letters.ts'

/** Whose account is exported or deleted. */
export interface AccountOwner {
  readonly id: string
  readonly email: string
}

export interface ExportedFile {
  /** Inside the archive, such as `flights/2026-05-17-a1b2c3d4.igc`. */
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * What a feature keeps of a user. app.ts lists the parts; the feature knows nothing of accounts but this shape.
 * The order of the list is the order of the archive and of the erasure.
 */
export interface AccountPart {
  /** Everything the user may take along, one file after the other: nothing is held in memory but one. */
  exportFiles(owner: AccountOwner): AsyncIterable<ExportedFile>
  /**
   * Runs in the transaction that deletes the account, before the user's row goes. Rows that refer to it
   * `on delete cascade` go by themselves, and a part that has no others leaves this out: here belongs what must be
   * announced, and what no cascade reaches.
   */
  erase?(sql: Sql, owner: AccountOwner): Promise<void>
}

export interface AccountServices extends SessionServices {
  readonly auth: Auth
  readonly parts: readonly AccountPart[]
  readonly background: Background
  /** Throws 429 after too many attempts at one account from one address. */
  readonly limitSignIn: (account: string, address: string) => Promise<void>
  /** For what costs us work or somebody else mail, under a name of its own. */
  readonly limiter: Limiter
  /** For attempts at many accounts from one address. */
  readonly addressLimiter: Limiter
}

const WINDOW_SECONDS = 600
/** A club's house shares one address: it may try more often than one pilot. */
const ATTEMPTS_PER_ADDRESS = 20

export function createAccountServices(
  services: SessionServices,
  auth: Auth,
  parts: readonly AccountPart[],
): AccountServices {
  const { signIn } = services.config.rateLimits
  return {
    ...services,
    auth,
    parts,
    background: createBackground(services),
    limitSignIn: createSignInLimit(services),
    limiter: createLimiter(services, 'account', signIn, WINDOW_SECONDS),
    addressLimiter: createLimiter(services, 'account-address', signIn * ATTEMPTS_PER_ADDRESS, WINDOW_SECONDS),
  }
}
