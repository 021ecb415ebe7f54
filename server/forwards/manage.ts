// A pilot's operations on destinations and forwards.
import type { DestinationChange, NewDestination } from '#contract/forwards/destinations.ts'
import { requireTarget } from '#server/deliveries/target.ts'
import { type By, type ByProved, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { conflict, invalidRequest, notFound } from '#server/platform/errors.ts'
import { requireValid } from '#server/platform/http/schemas.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { sealCredential } from './credential.ts'
import { listForwards, type ListedForward, listKnown, tryAgain } from './forwards-store.ts'
import type { Kind, Outcome } from './kinds/kind.ts'
import { findReason, findUsefulUntil } from './rules.ts'
import { listFitting, takeFlights } from './sending/collect.ts'
import { check, openPlace } from './sending/serve.ts'
import { listSourceFiles, takeAgainNow } from './sending/source-files.ts'
import { findKind, type ForwardServices } from './sources.ts'
import * as store from './store.ts'
import { listAddresses } from './view.ts'

const MAX_DESTINATIONS = 20

export const noDestination = () => notFound('You have no such destination.')
export const noForward = () => notFound('There is no such flight at a destination of yours.')
const ended = () => conflict('This service is not offered any more.')

interface Owned {
  userId: string
  id: string
}

export async function createDestination(
  services: ForwardServices,
  userId: string,
  body: NewDestination,
  by: ByProved,
): Promise<string> {
  const { db, now, secrets } = services
  const kind = findKind(services, body.kind)
  if (!kind) throw invalidRequest('kind must be one of the services that are offered.')
  const settings = await requireSettings(services, kind, body.settings)
  const credential = requireValid(kind.credential as never, body.credential) as object
  const id = createId(now())
  const { label, filter = {}, isSource = false } = body
  if (isSource && !kind.source)
    throw invalidRequest('isSource: this service has no folder that can be watched.')
  const sealed = sealCredential(secrets, id, credential)
  const row = { id, userId, kind: body.kind, label, settings, credential: sealed, filter, isSource }
  await db.transaction(async (sql) => {
    if (!(await store.insertDestination(sql, now(), row, MAX_DESTINATIONS, by.proved)))
      throw conflict(`You already have ${MAX_DESTINATIONS} destinations; delete one first.`)
    await recordSecurityEvent(sql, now(), { ...by, userId, kind: 'destination_added', subject: label })
  })
  return id
}

async function requireSettings(services: ForwardServices, kind: Kind, given: object): Promise<object> {
  const settings = requireValid(kind.settings as never, given) as Record<string, unknown>
  const { allowPrivate } = services.config.forwards
  for (const name of listAddresses(kind))
    if (typeof settings[name] === 'string')
      await requireTarget(settings[name], allowPrivate, services.resolveName)
  return settings
}

export async function changeDestination(
  services: ForwardServices,
  owned: Owned,
  change: DestinationChange,
  by: ByProved,
): Promise<void> {
  const { db, eventSignal, now, secrets } = services
  const kind = findKind(services, (await requireDestination(db.sql, owned)).kind)
  if (!kind) throw ended()
  const settings = change.settings && (await requireSettings(services, kind, change.settings))
  const credential = change.credential && requireValid(kind.credential as never, change.credential)
  const stored = {
    label: change.label,
    filter: change.filter,
    credential: credential && sealCredential(secrets, owned.id, credential),
  }
  await db.transaction(async (sql) => {
    const destination = await requireDestination(sql, owned, true)
    const changed = settings && JSON.stringify(settings) !== destination.settings ? settings : undefined
    if (changed && !credential) requireBelow(kind, JSON.parse(destination.settings) as object, changed)
    await store.updateDestination(sql, now(), owned, { ...stored, settings: changed }, by.proved)
    const subject = change.label ?? destination.label
    await recordSecurityEvent(sql, now(), {
      ...by,
      userId: owned.userId,
      kind: 'destination_changed',
      subject,
    })
  })
  eventSignal.notify()
}

/** A credential is for the place that it was entered for: a stolen session could send it to another, or read more with it. */
function requireBelow(kind: Kind, before: object, after: object): void {
  const [from, to] = [before, after].map((settings) => {
    const address = kind.address(settings as never)
    return address === null ? undefined : new URL(address)
  })
  if (!from || !to) return
  if (from.origin !== to.origin)
    throw invalidRequest('This is the address of another server: enter the credential for it, too.')
  const [folder, other] = [from, to].map(({ pathname }) => `${pathname.replace(/\/+$/, '')}/`)
  const rest = other!.startsWith(folder!) ? other!.slice(folder!.length) : undefined
  // Escaped, it might lead above after all.
  if (rest === undefined || /%(?:2e|2f|5c|25)/i.test(rest) || from.search !== to.search)
    throw invalidRequest('This address is not below the one of before: enter the credential for it, too.')
}

export async function removeDestination({ db, now }: ForwardServices, owned: Owned, by: By): Promise<void> {
  await db.transaction(async (sql) => {
    const { label: subject } = await requireDestination(sql, owned)
    await store.deleteDestination(sql, owned.userId, owned.id)
    await recordSecurityEvent(sql, now(), {
      ...by,
      userId: owned.userId,
      kind: 'destination_removed',
      subject,
    })
  })
}

export async function requireDestination(
  sql: Sql,
  { userId, id }: Owned,
  isLocked = false,
): Promise<store.Destination> {
  const destination = await store.findDestination(sql, id, { userId, isLocked })
  if (!destination) throw noDestination()
  return destination
}

export async function switchTo(
  { db, eventSignal, now }: ForwardServices,
  owned: Owned,
  state: store.StoredState,
): Promise<void> {
  if (!(await store.setState(db.sql, now(), owned, state))) throw noDestination()
  eventSignal.notify()
}

export async function checkDestination(
  services: ForwardServices,
  owned: Owned,
  signal: AbortSignal,
  mayAskReader: (address: string) => Promise<boolean>,
): Promise<Outcome> {
  await requireDestination(services.db.sql, owned)
  const serving = await openPlace(services, owned.id)
  if (!serving) throw ended()
  return check(services, signal, { ...serving, place: { ...serving.place, mayAskReader } })
}

const MAX_FILES_LISTED = 100

export async function listFiles({ db }: ForwardServices, owned: Owned) {
  await requireSource(db.sql, owned)
  return listSourceFiles(db.sql, owned.id, MAX_FILES_LISTED)
}

/** Looks at a source as soon as a worker is free. */
export async function lookNow({ db, eventSignal, now }: ForwardServices, owned: Owned): Promise<void> {
  await db.transaction(async (sql) => {
    const { state } = await requireSource(sql, owned, true)
    if (state !== 'active') throw conflict('The source is not active; resume it first.')
    await takeAgainNow(sql, now(), owned.id)
    await store.destinationReceivers.hurry(sql, now(), owned.id)
  })
  eventSignal.notify()
}

async function requireSource(sql: Sql, owned: Owned, isLocked = false): Promise<store.Destination> {
  const destination = await requireDestination(sql, owned, isLocked)
  if (!destination.is_source) throw conflict('Flights are sent there; it is no source of them.')
  return destination
}

/** Flights that fit and were never taken for the destination, newest first. */
async function listBackfill(
  services: ForwardServices,
  sql: Sql,
  destination: store.Destination,
  since: string,
) {
  const kind = findKind(services, destination.kind)
  if (!kind) throw ended()
  const flights = await services.forwardable.list(sql, destination.user_id, { since })
  const fitting = listFitting(services.now(), destination, kind, flights)
  const known = await listKnown(
    sql,
    destination.id,
    fitting.map(({ id }) => id),
  )
  const left = fitting.filter(({ id }) => !known.has(id))
  return { kind, flights: left.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1)) }
}

/** With `isBegun` they are taken, so many a day, oldest last; without, they are counted. */
export async function backfill(
  services: ForwardServices,
  owned: Owned,
  since: string | null | undefined,
  isBegun: boolean,
) {
  const { config, db, eventSignal, now } = services
  const { backfillPerDay: perDay } = config.forwards
  const count = await db.transaction(async (sql) => {
    const destination = await requireDestination(sql, owned, isBegun)
    if (destination.is_source) throw conflict('Flights come from there; none is sent.')
    const { kind, flights } = await listBackfill(services, sql, destination, since ?? '')
    if (!isBegun) return flights.length
    const nowMs = now()
    // In this order: none is due before the one that is newer.
    const dueAt = (_: unknown, index: number) => nowMs + index
    return takeFlights(services, sql, destination, kind, flights, { isBackfill: true, dueAt })
  })
  if (isBegun) eventSignal.notify()
  return { flights: count, perDay, days: Math.ceil(count / perDay) }
}

/** Now, whatever its state is, unless it is there. */
export async function retryForward(services: ForwardServices, { userId, id }: Owned): Promise<ListedForward> {
  const { db, eventSignal, now } = services
  const forward = await db.transaction(async (sql) => {
    const [found] = await listForwards(sql, userId, { id })
    if (!found) throw noForward()
    const destination = await requireDestination(sql, { userId, id: found.destination_id }, true)
    const kind = findKind(services, destination.kind)
    if (!kind) throw ended()
    if (destination.state !== 'active') throw conflict('The destination is not active; resume it first.')
    const [flight] = await services.forwardable.list(sql, userId, { id: found.flight_id })
    if (!flight) throw conflict('The recording does not count in the logbook, or is not complete.')
    // A filter gives way to the pilot's wish; that leagues see no private flights does not.
    const reason = findReason(kind, {}, flight)
    if (reason !== undefined) throw conflict(reason)
    const usefulUntil = findUsefulUntil(now(), kind, flight.date)
    if (usefulUntil <= now())
      throw conflict('The last day on which the service takes this flight has passed.')
    if (!(await tryAgain(sql, now(), id, usefulUntil)))
      throw conflict('The flight is there, or is being sent at this moment.')
    await store.destinationReceivers.hurry(sql, now(), destination.id)
    const [changed] = await listForwards(sql, userId, { id })
    return changed ?? found
  })
  eventSignal.notify()
  return forward
}
