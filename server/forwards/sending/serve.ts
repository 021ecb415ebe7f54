// Sends the flights that wait for a destination, one after the other.
//
//   waiting ──begin──> sending ──record──> delivered, already_there, refused
//      ^                 │ │ └──────────> waiting until the next try; expired or given_up after the last
//      └─ needs_you ─────┘ └─ killed: sending, until the lease expires; then it is sent again
//
// "sending" is committed before the request, the outcome after it. A flight that was tried before may have arrived: "duplicate"
// is then our own earlier try (`doubles`).
import type { DestinationFilter } from '#contract/forwards/destinations.ts'
import type { ReceiverClaim } from '#server/deliveries/receivers.ts'
import { createWorker, serveOnce, type Signals, toLeaseMs, type Worker } from '#server/deliveries/worker.ts'
import { type Pace, unpaced } from '#server/platform/background/watch.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { openCredential } from '../credential.ts'
import type { Forward } from '../forwards-store.ts'
import type { Kind } from '../kinds/kind.ts'
import { findReason, TRIED_FOR_MS } from '../rules.ts'
import { findKind, type ForwardServices, listKinds } from '../sources.ts'
import { type Destination, destinationReceivers, findDestination } from '../store.ts'
import { isUnwanted } from '../unwanted.ts'
import { takeTurn } from './allowance.ts'
import type { Opened, SendingContext, Serving } from './context.ts'
import { Stopped, throughDoor } from './door.ts'
import { lookForFiles } from './look.ts'
import { type KeptOutcome, toKept } from './outcome.ts'
import { announce, recordOutcome, recordProbe } from './record.ts'
import * as store from './queue-store.ts'

/** Then a destination releases its slot to others. */
const MAX_IN_A_ROW = 20
/** Flights that need no request, in one transaction. */
const MAX_DONE = 50

export function createForwarder(
  services: ForwardServices,
  signals: Signals,
  onSlotFree: () => void = () => undefined,
  pace: Pace = unpaced,
): Worker {
  const { config, db, now } = services
  const context: SendingContext = { ...services, ...signals, pace }
  const kinds = listKinds(services).map(([name]) => name)
  const isOffered = fragment`and kind in (${paddedList(kinds)})`
  return createWorker(
    services,
    {
      receivers: destinationReceivers,
      leaseMs: toLeaseMs(config.forwards.timeoutMs),
      listDue: async (wanted) =>
        kinds.length === 0 ? [] : destinationReceivers.listDue(db.sql, now(), wanted, isOffered),
      serve: (claim) => serveDestination(context, claim),
    },
    { stopping: signals.stopping, onSlotFree },
  )
}

/** Sends everything that is due, until nothing is; for tests and for a worker that runs once. */
export const forwardDue = (services: ForwardServices) =>
  serveOnce((signals) => createForwarder(services, signals))

async function serveDestination(context: SendingContext, claim: ReceiverClaim): Promise<void> {
  const { db, log, now, stopping } = context
  try {
    const opened = await openPlace(context, claim.id)
    if (!opened) return await destinationReceivers.release(db.sql, claim, now())
    const serving = { ...opened, claim }
    if (opened.destination.state === 'needs_you') return await probe(context, serving)
    // The pilot was faster than this worker.
    if (opened.destination.state !== 'active') return await destinationReceivers.release(db.sql, claim, now())
    if (opened.destination.is_source) return await lookForFiles(context, serving)
    for (let sent = 0; ; sent++) {
      const mayBegin = sent < MAX_IN_A_ROW && !stopping.aborted
      if (now() >= claim.until) return
      const begun = await db.transaction((sql) => begin(context, sql, serving, mayBegin))
      if (!begun) return
      const startedAt = performance.now()
      const outcome = await attempt(context, serving, begun)
      const latencyMs = performance.now() - startedAt
      const goesOn = await db.transaction((sql) =>
        recordOutcome(context, sql, serving, begun, outcome, latencyMs),
      )
      if (!goesOn) return
    }
  } catch (error) {
    if (error instanceof Stopped) return
    log.error({ err: error, destination: claim.id }, 'a flight could not be forwarded')
  }
}

export async function openPlace(services: ForwardServices, id: string): Promise<Opened | undefined> {
  const destination = await findDestination(services.db.sql, id)
  const kind = destination && findKind(services, destination.kind)
  if (!kind) return undefined
  const settings = JSON.parse(destination.settings) as never
  const place = {
    settings: settings as unknown,
    credential: openCredential(services.secrets, id, destination.credential),
    language: destination.language ?? 'en',
    pilotEmail: destination.pilot_email,
    isUnwanted: await isUnwantedMail(services, destination, settings),
  }
  return {
    destination,
    kind,
    place,
    doorway: { userId: destination.user_id, address: kind.address(settings) },
  }
}

async function isUnwantedMail({ db }: ForwardServices, destination: Destination, settings: { to?: string }) {
  const { kind, user_id: userId } = destination
  return kind === 'email' && isUnwanted(db.sql, { userId, address: settings.to ?? '' })
}

/** The next flight, now "sending"; undefined when the destination was released instead. */
async function begin(
  context: SendingContext,
  sql: Sql,
  serving: Serving,
  mayBegin: boolean,
): Promise<Forward | undefined> {
  const nowMs = context.now()
  const { config } = context
  const { claim, kind } = serving
  const held = await store.lockDestination(sql, claim)
  if (!held) return undefined
  const { destination, isChanged } = held
  const left = config.forwards.backfillPerDay - (await store.countBackfilled(sql, nowMs, claim.id))
  const release = async (notBefore = 0) => {
    const dueAt = await store.findDueAt(sql, nowMs, claim.id, left > 0)
    await destinationReceivers.release(sql, claim, dueAt === null ? null : Math.max(dueAt, notBefore))
    return undefined
  }
  // Opened again, it has its new address and credential.
  if (!mayBegin || isChanged || destination.state !== 'active') return release(nowMs)
  for (let done = 0; done < MAX_DONE; done++) {
    const forward = await store.findDueForward(sql, nowMs, claim.id, left > 0)
    if (!forward) return release()
    if (!(await isStillWanted(context, sql, destination, kind, forward))) continue
    const refused = await takeTurn(context, sql, serving)
    if (refused) return release(refused.waitsUntil)
    // Where there is no last day, it is tried for some time from its first try on: it may have waited for long before.
    const isFirst = forward.tries === 0 && kind.deadlineDays === null
    const usefulUntil = isFirst ? nowMs + TRIED_FOR_MS : forward.useful_until
    await store.markSending(sql, nowMs, forward.id, usefulUntil)
    return { ...forward, useful_until: usefulUntil }
  }
  return release(nowMs)
}

/** The flight is read again: it may be private, gone or merged by now. One that is not sent any more is done. */
async function isStillWanted(
  context: SendingContext,
  sql: Sql,
  destination: Destination,
  kind: Kind,
  forward: Forward,
): Promise<boolean> {
  const { now, forwardable } = context
  const [flight] = await forwardable.list(sql, destination.user_id, { id: forward.flight_id })
  const filter = JSON.parse(destination.filter) as DestinationFilter
  const reason = flight
    ? findReason(kind, filter, flight)
    : 'The recording does not count in the logbook any more, or is not complete.'
  const isLate = kind.deadlineDays !== null && now() >= forward.useful_until
  if (reason === undefined && !isLate) return true
  if (reason !== undefined && forward.tries === 0) {
    await store.dropForward(sql, forward.id)
    return false
  }
  const state = reason === undefined ? 'expired' : 'refused'
  const words = reason ?? forward.words ?? undefined
  await store.noteOutcome(sql, forward.id, state, { words })
  await announce(context, sql, destination, { ...forward, state, words: words ?? null })
  return false
}

async function attempt(
  context: SendingContext,
  { destination, doorway, kind, place }: Serving,
  forward: Forward,
): Promise<KeptOutcome> {
  const { aborting, forwardable, log } = context
  try {
    const flight = await forwardable.read(destination.user_id, forward.flight_id)
    if (!flight) return toKept({ result: 'refused', words: 'The flight was deleted.' })
    return await throughDoor(context, doorway, aborting, async (door) => {
      const outcome = toKept(kind.classify(await kind.send(door, place, flight)), place)
      if (aborting.aborted) throw new Stopped()
      return outcome
    })
  } catch (error) {
    if (error instanceof Stopped || aborting.aborted) throw new Stopped()
    log.error(
      { err: error, destination: destination.id, kind: destination.kind },
      'a kind of destination failed',
    )
    return toKept({ result: 'later', words: 'The flight could not be sent just now.' })
  }
}

const MAX_CHECK_REQUESTS = 15

/** Signs in, and sends no flight. */
export async function check(
  services: ForwardServices,
  signal: AbortSignal,
  { destination, doorway, kind, place }: Opened,
): Promise<KeptOutcome> {
  try {
    const asked = (destination.is_source && kind.source) || kind
    const way = { ...doorway, maxRequests: MAX_CHECK_REQUESTS }
    return toKept(await throughDoor(services, way, signal, (door) => asked.check(door, place)), place)
  } catch (error) {
    if (error instanceof Stopped) throw error
    services.log.error({ err: error }, 'a kind of destination failed')
    return toKept({ result: 'later', words: 'The service could not be asked just now.' })
  }
}

/** Signs in once a day to a service that has refused the credential. */
async function probe(context: SendingContext, serving: Serving): Promise<void> {
  const outcome = await check(context, context.aborting, serving)
  await context.db.transaction((sql) => recordProbe(context, sql, serving, outcome))
}
