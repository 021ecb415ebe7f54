// Idempotency-Key: what a request stores and its answer are one transaction, and a second request with the key gets the
// first answer, as long as what it tells of is there.
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import type { Caller } from '#server/access/operations/operation.ts'
import {
  findFirstAnswer,
  type FirstAnswer,
  type IdempotencyKey,
  keepFirstAnswer,
} from './idempotency-store.ts'

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
type Store<Outcome> = (sql: Sql) => Promise<Outcome>
/** Runs the transaction that stores what was sent. */
export type Finish<Outcome> = (store: Store<Outcome>) => Promise<Outcome>

class AnsweredBeforeError extends Error {}

export async function answerOnce<Outcome>(
  services: OnceServices,
  claim: Claim<Outcome> | undefined,
  work: (finish: Finish<Outcome>) => Promise<Outcome>,
): Promise<Outcome> {
  if (!claim) return work((store) => services.db.transaction(store))
  const first = await findFirstAnswer(services.db.sql, keptSince(services, 'answers'), claim)
  if (first?.isStanding) return repeatAnswer(claim, first) as Outcome
  return work((store) => storeOnce(services, claim, first, store))
}

/** `gone` is the answer to the key whose flight or photo is gone, when there is one. */
async function storeOnce<Outcome>(
  services: OnceServices,
  claim: Claim<Outcome>,
  gone: FirstAnswer | undefined,
  store: Store<Outcome>,
): Promise<Outcome> {
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
    first = await findFirstAnswer(services.db.sql, keptSince(services, 'answers'), claim)
    if (first?.isStanding) return repeatAnswer(claim, first) as Outcome
    // The other request's flight was deleted at that very moment, so this one may store after all.
  }
}

function repeatAnswer(key: IdempotencyKey, first: FirstAnswer): unknown {
  if (first.requestHash !== key.requestHash)
    throw invalidRequest('This Idempotency-Key was already used for another file or other options.')
  return JSON.parse(first.answer)
}
