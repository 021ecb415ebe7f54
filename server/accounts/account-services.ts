// The services of the accounts feature: those of every feature, and its own.
import {
  type AccessOwner,
  type AccessOwners,
  requireAccessOwners,
  type ReviewKindName,
} from '#server/access/review-kinds.ts'
import { createChangeReview } from './recovery/change-review.ts'
import { createGuessLimit, type GuessLimit } from '#server/access/limits/guess-limit.ts'
import { createLimiter, type Limiter } from '#server/access/limits/limiter.ts'
import type { SessionServices } from '#server/access/session.ts'
import { requireUndoers, type Undo, type Undoers, type WideningKind } from '#server/access/widening.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { ZippedFile } from '#server/platform/files/zip-writer.ts'
import type { Auth } from './auth/auth.ts'
import { createExportGate, type ExportGate, measureExports } from './export/gate.ts'

/** The user whose account is exported or deleted. */
export interface AccountOwner {
  readonly id: string
  readonly email: string
}

/**
 * A feature's data about a user. account-parts.ts lists the parts; a feature knows nothing of accounts but this shape.
 * Parts are exported and erased in the order of that list.
 */
export interface AccountPart {
  /** Everything the feature stores about the user, one file at a time: only one is in memory. */
  exportFiles(owner: AccountOwner): AsyncIterable<ZippedFile>
  /** In the transaction that marks the account: from here on nothing of it acts any more. */
  beginErasure?(sql: Sql, owner: AccountOwner): Promise<void>
  /**
   * Deletes what there may be much of, in small transactions, before `erase`. It may be run again, and by two nodes at
   * once.
   */
  eraseInBatches?(owner: AccountOwner): Promise<void>
  /**
   * Runs in the transaction that deletes the account, before the user's row is deleted. Rows that refer to it
   * `on delete cascade` need nothing here: this is for what must be announced and for what no cascade reaches.
   */
  erase?(sql: Sql, owner: AccountOwner): Promise<void>
  /** The kinds of access that the feature owns, for the review after a recovery. */
  readonly access?: AccessOwners
  /** The kinds of widening that the feature owns (`access/widening.ts`). */
  readonly undoes?: Undoers
}

export type FindAskingApplication = (path: string) => Promise<string | undefined>

export interface AccountServices extends SessionServices {
  readonly auth: Auth
  readonly parts: readonly AccountPart[]
  /** The owners that list and end access, by its kind. */
  readonly access: Readonly<Record<ReviewKindName, AccessOwner>>
  readonly undo: Readonly<Record<WideningKind, Undo>>
  /** The application that a path leads to, such as one that asks for consent there. */
  readonly findAskingApplication: FindAskingApplication
  /** For attempts at the password of one account. */
  readonly guessLimit: GuessLimit
  /** For codes of second factors: guesses at one account, from wherever they come. */
  readonly codeLimiter: Limiter
  /** For mail to one mailbox. */
  readonly mailLimiter: Limiter
  /** For sign-ups, sign-ins and requested mail from one IP address, whichever the account. */
  readonly ipLimiter: Limiter
  /** For exports, which are long. */
  readonly exportGate: ExportGate
}

const WINDOW_SECONDS = 600
/** Everybody in a club house shares one IP address: it may try this many times as often as one pilot. */
const PILOTS_PER_IP = 20

export function createAccountServices(
  services: SessionServices,
  auth: Auth,
  parts: readonly AccountPart[],
  findAskingApplication: FindAskingApplication,
): AccountServices {
  const { signIn } = services.config.rateLimits
  const undo = requireUndoers(parts)
  const exportGate = createExportGate()
  measureExports(services.metrics, exportGate)
  return {
    ...services,
    auth,
    parts,
    access: requireAccessOwners([...parts, { access: { change: createChangeReview(services, undo) } }]),
    undo,
    findAskingApplication,
    guessLimit: createGuessLimit(services),
    codeLimiter: createLimiter(services, 'second-factor', signIn, WINDOW_SECONDS, { failsClosed: true }),
    mailLimiter: createLimiter(services, 'account', signIn, WINDOW_SECONDS),
    ipLimiter: createLimiter(services, 'account-address', signIn * PILOTS_PER_IP, WINDOW_SECONDS, {
      failsClosed: true,
    }),
    exportGate,
  }
}
