// Deletes an account. Large parts go in batches, and others do not have to wait:
//
//   asked for    one transaction: signed out everywhere, no credential works any more, marked as being erased
//   -> erasing   each feature deletes what it may have much of, batch by batch
//   -> erased    one transaction: the rest, what others are told, the user's row
//
// There is no way back from the mark. A node that dies while it erases leaves it, and a job goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { notSignedIn } from '#server/access/session.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import type { Services } from '#server/platform/services.ts'
import { isPaused } from '#server/platform/background/store.ts'
import { type Pace, unpaced } from '#server/platform/background/watch.ts'
import type { AccountOwner, AccountPart, AccountServices } from './account-services.ts'
import { clearSessionCookie } from './auth/session-cookie.ts'
import { requirePassword } from './proofs.ts'
import { deleteSessions, deleteUser, listErased, lockUser, markErased } from './store.ts'

/** An answer does not wait any longer; a proxy would not, either. */
const MAX_WAIT_MS = 20 * SECOND_MS
const ERASED_AT_ONCE = 10

export interface Deletion {
  /** Clears the session in the browser. */
  cookie: string
  /** False: what is left is deleted later. */
  isFinished: boolean
}

export async function deleteAccount(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<Deletion> {
  await requirePassword(accounts, request, password)
  const owner = { id: request.session.userId, email: request.session.email }
  await beginErasure(accounts, owner)
  const cookie = clearSessionCookie(accounts)
  if (await isPaused(accounts.db.sql, 'deletions')) return { cookie, isFinished: false }
  const finished = finishErasure(accounts, accounts.parts, owner).then(
    () => true,
    (error: unknown) => {
      accounts.log.error(
        { err: error, userId: owner.id },
        'an account could not be deleted; a job tries again',
      )
      return false
    },
  )
  const isFinished = await Promise.race([finished, sleep(MAX_WAIT_MS, false, { ref: false })])
  return { cookie, isFinished }
}

async function beginErasure({ db, now, parts }: AccountServices, owner: AccountOwner): Promise<void> {
  await db.transaction(async (sql) => {
    if (!(await markForErasure(sql, now(), parts, owner.id))) throw notSignedIn()
    // Nothing is kept of the deleted account but that it was deleted.
    const event = { userId: undefined, kind: 'account_deleted', actor: 'user', subject: owner.id } as const
    await recordSecurityEvent(sql, now(), event)
  })
}

/** False when the account is not there, or was marked before. */
async function markForErasure(
  sql: Sql,
  nowMs: number,
  parts: readonly AccountPart[],
  userId: string,
): Promise<boolean> {
  const user = await lockUser(sql, userId)
  if (!user || !(await markErased(sql, nowMs, userId))) return false
  await deleteSessions(sql, userId)
  for (const part of parts) await part.beginErasure?.(sql, { id: userId, email: user.email })
  return true
}

async function finishErasure(
  { db }: Pick<Services, 'db'>,
  parts: readonly AccountPart[],
  owner: AccountOwner,
): Promise<void> {
  for (const part of parts) await part.eraseInBatches?.(owner)
  await db.transaction(async (sql) => {
    // First, or a flight stored after its part was erased would be deleted without being announced.
    if (!(await lockUser(sql, owner.id))) return
    for (const part of parts) await part.erase?.(sql, owner)
    await deleteUser(sql, owner.id)
  })
}

/** Erasures left by a node that died; true when there may be more. */
export async function continueErasures(
  services: Pick<Services, 'db'>,
  parts: readonly AccountPart[],
  signal?: AbortSignal,
  pace: Pace = unpaced,
): Promise<boolean> {
  const owners = await listErased(services.db.sql, ERASED_AT_ONCE)
  for (const owner of owners) {
    if (signal?.aborted) return true
    await finishErasure(services, parts, owner)
    pace.count(1)
  }
  return owners.length === ERASED_AT_ONCE
}

/** In a copy of the database, which is not served: those who were deleted in the original since. */
export async function eraseUsers(
  services: Pick<Services, 'db' | 'now'>,
  parts: readonly AccountPart[],
  userIds: readonly string[],
): Promise<void> {
  const { db, now } = services
  for (const userId of userIds) await db.transaction((sql) => markForErasure(sql, now(), parts, userId))
  while (await continueErasures(services, parts));
}
