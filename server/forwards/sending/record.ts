// Records the outcome of a try: the flight, the destination, the event.
import type { ForwardState } from '#contract/forwards/words.ts'
import { averageLatency } from '#server/deliveries/lanes.ts'
import type { Health, ReceiverClaim } from '#server/deliveries/receivers.ts'
import { recordForwardEvent } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { DAY_MS } from '#server/platform/time.ts'
import type { Forward } from '../forwards-store.ts'
import { needsPilot } from '../kinds/kind.ts'
import { findNextTryAt } from '../rules.ts'
import { type Destination, destinationReceivers } from '../store.ts'
import type { KeptOutcome } from './outcome.ts'
import * as store from './queue-store.ts'
import type { SendingContext, Serving } from './context.ts'

/** True when the next flight may follow; otherwise the destination was released, or is another worker's. */
export async function recordOutcome(
  context: SendingContext,
  sql: Sql,
  serving: Serving,
  forward: Forward,
  outcome: KeptOutcome,
  latencyMs: number,
): Promise<boolean> {
  const { now, pace, metrics, log } = context
  const held = await store.lockDestination(sql, serving.claim)
  const { id, kind } = serving.destination
  if (!held) {
    log.warn({ destination: id }, 'the destination is another worker’s, which asks what arrived, or is gone')
    return false
  }
  const nowMs = now()
  countResult(metrics, kind, outcome.result)
  await store.noteLatency(sql, id, averageLatency(held.latency_ms, [latencyMs]))
  if (isSettling(outcome.result)) {
    const state = toState(outcome, forward)
    await store.noteOutcome(sql, forward.id, state, outcome)
    await destinationReceivers.markHealthy(sql, nowMs, id)
    await store.forgetFailures(sql, id)
    await announce(context, sql, held.destination, { ...forward, ...toRow(outcome), state })
    pace.count(1)
    return true
  }
  pace.noteError(outcome.words ?? 'a service could not be reached, or refuses a credential')
  if (!needsPilot(outcome.result) && !held.isChanged)
    await recordFailure(context, sql, serving, forward, outcome, held)
  else {
    await store.noteOutcome(sql, forward.id, 'waiting', outcome, nowMs)
    await askPilot(context, sql, serving, held, outcome)
  }
  return false
}

const isSettling = (result: KeptOutcome['result']) =>
  result === 'delivered' || result === 'duplicate' || result === 'refused'

/** A flight that we have sent before is there by us. */
function toState({ result }: KeptOutcome, { tries }: Forward): ForwardState {
  if (result === 'refused') return 'refused'
  return result === 'duplicate' && tries === 0 ? 'already_there' : 'delivered'
}

/** The whole destination waits, for as long as its own failures in a row say: one flight that fails delays no other for long. */
async function recordFailure(
  context: SendingContext,
  sql: Sql,
  serving: Serving,
  forward: Forward,
  outcome: KeptOutcome,
  health: Health,
): Promise<void> {
  const { claim, destination, kind } = serving
  const nowMs = context.now()
  const { retryAfterMs = 0 } = outcome
  const nextTryAt = findNextTryAt(nowMs, forward.tries + 1, retryAfterMs)
  if (nextTryAt < forward.useful_until)
    await store.noteOutcome(sql, forward.id, 'waiting', outcome, nextTryAt)
  else {
    const state = kind.deadlineDays === null ? 'given_up' : 'expired'
    await store.noteOutcome(sql, forward.id, state, outcome)
    await announce(context, sql, destination, { ...forward, ...toRow(outcome), state })
  }
  const failures = await noteFailing(sql, nowMs, claim, health)
  const dueAt = await store.findDueAt(sql, nowMs, claim.id, true)
  // The shortest of such delays: otherwise a flight would wait past its own time.
  const pauseUntil = findNextTryAt(nowMs, failures, retryAfterMs, () => 0)
  await destinationReceivers.release(sql, serving.claim, dueAt === null ? null : Math.max(dueAt, pauseUntil))
}

/** How many times in a row it has failed. */
export async function noteFailing(
  sql: Sql,
  nowMs: number,
  claim: ReceiverClaim,
  health: Health,
): Promise<number> {
  await destinationReceivers.markFailing(sql, nowMs, claim, health)
  return store.countFailure(sql, claim.id)
}

/** Nothing is sent until the pilot, or a probe, resumes it; as the pilot wants it where the pilot has acted meanwhile. */
export async function askPilot(
  context: SendingContext,
  sql: Sql,
  serving: Serving,
  { destination, isChanged }: store.HeldDestination,
  { words = '' }: KeptOutcome,
): Promise<void> {
  await destinationReceivers.release(sql, serving.claim, context.now() + DAY_MS)
  if (isChanged) return
  await store.noteState(sql, serving.claim, 'needs_you', words || null)
  await tellPilot(context, sql, destination, words)
}

/** One email for each time that a service begins to refuse. */
export async function tellPilot(
  { config, mail }: Pick<SendingContext, 'config' | 'mail'>,
  sql: Sql,
  { user_id: userId, label }: Pick<Destination, 'user_id' | 'label'>,
  words: string,
): Promise<void> {
  const [reader] = await sql<Reader>`select email, language from users where id = ${userId}`
  if (!reader) return
  const { subject, text } = emailsFor(reader).destinationRefused
  await mail.send(
    sql,
    writeEmail(reader, subject, text(label, words, `${config.baseUrl}/app/upload/automatic`)),
  )
}

export async function recordProbe(
  { metrics, now }: SendingContext,
  sql: Sql,
  serving: Serving,
  outcome: KeptOutcome,
): Promise<void> {
  if (!(await destinationReceivers.lockHeld(sql, serving.claim))) return
  const nowMs = now()
  const { id, is_source: isSource } = serving.destination
  const isTaken = outcome.result === 'delivered' || outcome.result === 'duplicate'
  if (isTaken) await store.noteState(sql, serving.claim, 'active', null)
  const nextAt = isSource ? nowMs : await store.findDueAt(sql, nowMs, id, true)
  await destinationReceivers.release(sql, serving.claim, isTaken ? nextAt : nowMs + DAY_MS)
  metrics.counter('forward_probes_total', 'Daily sign-ins to services that refused', ['taken']).inc({
    taken: String(isTaken),
  })
}

const toRow = ({ foreignId, link, words }: KeptOutcome) => ({
  foreign_id: foreignId ?? null,
  link: link ?? null,
  words: words ?? null,
})

/** For the pilot's own webhooks, in the transaction of the change. */
export async function announce(
  context: SendingContext,
  sql: Sql,
  { user_id: userId, kind }: Destination,
  forward: Forward,
): Promise<void> {
  await recordForwardEvent(context, sql, context.now(), userId, {
    id: forward.id,
    flightId: forward.flight_id,
    destinationId: forward.destination_id,
    kind,
    state: forward.state,
    foreignId: forward.foreign_id,
    link: forward.link,
    words: forward.words,
  })
}

function countResult(metrics: Metrics, kind: string, result: string): void {
  metrics
    .counter('forwards_total', 'Tries to forward a flight, by service and outcome', ['kind', 'outcome'])
    .inc({ kind, outcome: result })
}
