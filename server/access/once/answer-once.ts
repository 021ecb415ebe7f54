// Idempotency-Key of uploads: what a request stores and its answer are one transaction, and a second request with the key gets
// the first answer, as long as what it tells of is there.
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import type { Caller } from '../operations/operation.ts'
import { findFirstAnswer, type FirstAnswer, type IdempotencyKey, keepFirstAnswer } from './store.ts'

export interface Idempotency {
  caller: string
  key: string
}

/** Keys of different callers never meet: a caller is a user with an application, a personal key, or the dashboard. */
export function describeIdempotency(
  { userId, credential }: Caller,
  key: string | undefined,
): Idempotency | undefined {
  if (key === undefined) return undefined
  return { caller: `${userId}/${credential?.applicationId ?? credential?.id ?? 'dashboard'}`, key }
}

/** A key, and what is kept of the answer to it. */
export interface Claim<Outcome> extends IdempotencyKey {
  describe(outcome: Outcome): Pick<FirstAnswer, 'status' | 'flightId' | 'photoId'>
}

type OnceServices = Pick<Services, 'db' | 'now' | 'config'>

class AnsweredBeforeError extends Error {}

/** The answer to a request with this key; one whose flight or photo is gone only says so. */
export async function findAnswer(
  services: OnceServices,
  claim: IdempotencyKey | undefined,
): Promise<FirstAnswer | undefined> {
  return claim && findFirstAnswer(services.db.sql, keptSince(services, 'answers'), claim)
}

/**
 * The transaction that stores what was sent, and with it the answer to its key, if it has one. `gone` is the answer to the
 * key whose flight or photo is gone, when there is one.
 */
export async function storeOnce<Outcome>(
  services: OnceServices,
  claim: Claim<Outcome> | undefined,
  gone: FirstAnswer | undefined,
  store: (sql: Sql) => Promise<Outcome>,
): Promise<Outcome> {
  if (!claim) return services.db.transaction(store)
  for (let first = gone; ;) {
    try {
      return await services.db.transaction(async (sql) => {
        const outcome = await store(sql)
        const answer = { ...claim.describe(outcome), answer: JSON.stringify(outcome) }
        const moment = { nowMs: services.now(), sinceMs: keptSince(services, 'answers') }
        const isFirst = await keepFirstAnswer(sql, moment, claim, answer, first)
        // Thrown, to undo what this request has stored.
        if (!isFirst) throw new AnsweredBeforeError()
        return outcome
      })
    } catch (error) {
      if (!(error instanceof AnsweredBeforeError)) throw error
    }
    first = await findAnswer(services, claim)
    if (first?.isStanding) return repeatAnswer(claim, first)
    // The other request's flight was deleted at that very moment, so this one may store after all.
  }
}

export function repeatAnswer<Outcome>(key: Claim<Outcome>, first: FirstAnswer): Outcome {
  if (first.requestHash !== key.requestHash) throw usedOtherwise()
  return JSON.parse(first.answer) as Outcome
}

export const usedOtherwise = () =>
  new ApiError(409, 'conflict', 'This Idempotency-Key was already used for another request: take a new one.')
