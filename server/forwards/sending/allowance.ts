// How many tries a pilot and a host have in a while: counted over all nodes, where "sending" is committed.
//
// Where a host has little left, pilots take turns: a pilot leaves so much to the others who wait that each can have as many
// tries of the day as this one, and begins no more in a day than are left after. So none keeps another from a league, however
// many flights wait.
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import type { Kind } from '../kinds/kind.ts'
import type { SendingContext, Serving } from './context.ts'

interface Limit {
  max: number
  windowMs: number
}

/** A server that pilots name is not flooded from here, whoever they are. */
const OF_HOST: Limit = { max: 5000, windowMs: DAY_MS }
/** The service's own hour begins with our first flight, and a moment later. */
const SERVICE_HOUR_MS = HOUR_MS + MINUTE_MS
/** Below this, or half of all, it is looked at who else waits. */
const FEW = 100
const YIELD_MS = 2 * SECOND_MS
/** The greatest that the column holds. */
const UNLIMITED = 2_147_483_647

/** Counts a try that begins now; otherwise gives the time at which the destination asks again. */
export async function takeTurn(
  { config, now }: SendingContext,
  sql: Sql,
  serving: Serving,
): Promise<{ waitsUntil: number } | undefined> {
  const nowMs = now()
  const { destination, kind } = serving
  const userId = destination.user_id
  // By service: a folder that a pilot names there has no part in the hour of a league.
  const host = `${destination.kind}:${toHost(kind, destination.settings)}`
  const limit = kind.perHour === undefined ? OF_HOST : { max: kind.perHour, windowMs: SERVICE_HOUR_MS }
  const names = { pilot: `forward-pilot:${userId}`, host: `forward-host:${host}`, turn: toTurn(host, userId) }
  const counts = await readCounts(sql, nowMs, Object.values(names))
  const pilot = counts.get(names.pilot)
  if (pilot && pilot.requests >= config.forwards.perDay) return { waitsUntil: pilot.endsAt }
  const used = counts.get(names.host)
  const left = limit.max - (used?.requests ?? 0)
  if (left <= Math.max(limit.max / 2, FEW)) {
    const own = { userId, tries: counts.get(names.turn)?.requests ?? 0 }
    const isUsedUp = used !== undefined && left <= 0
    const others = await listOthers(sql, nowMs, serving, host, isUsedUp ? used.endsAt : nowMs)
    if (isUsedUp) return { waitsUntil: findTurnAt(used.endsAt, limit, own, others) }
    // Many accounts of one person would leave nothing to who comes later.
    if (used && kind.perHour === undefined && own.tries >= left) return { waitsUntil: used.endsAt }
    if (countReserved(own, others) >= left) return { waitsUntil: nowMs + YIELD_MS }
  }
  // Another worker may just have had the last.
  const ofPilot = { max: config.forwards.perDay, windowMs: DAY_MS }
  if (!(await countUp(sql, nowMs, names.pilot, ofPilot)) || !(await countUp(sql, nowMs, names.host, limit)))
    return { waitsUntil: nowMs + YIELD_MS }
  await countUp(sql, nowMs, names.turn, { max: UNLIMITED, windowMs: DAY_MS })
  return undefined
}

/** Mail goes by one server, the operator's. */
function toHost(kind: Kind, settings: string): string {
  const address = kind.address(JSON.parse(settings) as never)
  return address === null ? '' : new URL(address).hostname.replace(/\.$/, '')
}

const toTurn = (host: string, userId: string) => `forward-turn:${host}:${userId}`

interface Turn {
  userId: string
  /** Begun at the host today. */
  tries: number
}

const isBefore = (one: Turn, other: Turn) =>
  one.tries === other.tries ? one.userId < other.userId : one.tries < other.tries

/** Of what is left: with as much each of the others is where this pilot is after another try. */
function countReserved(own: Turn, others: readonly Turn[]): number {
  const reserved = others.map((other) => own.tries - other.tries + (isBefore(other, own) ? 1 : 0))
  return reserved.reduce((sum, tries) => sum + Math.max(0, tries), 0)
}

/** When the window comes that is not used up by those before. */
function findTurnAt(endsAt: number, { max, windowMs }: Limit, own: Turn, others: readonly Turn[]): number {
  const before = others.filter((other) => isBefore(other, own)).length
  return endsAt + Math.floor(before / max) * windowMs
}

/** It has no end otherwise. */
const MAX_OTHERS = 1000

/** Pilots whose flights are due at the host, by the same service; a destination that waits for a reason of its own is not. */
async function listOthers(
  sql: Sql,
  nowMs: number,
  { destination, kind }: Serving,
  host: string,
  dueBy: number,
): Promise<Turn[]> {
  const { user_id: ownId, kind: kindName } = destination
  const rows = await sql<{ userId: string; settings: string }>`
    select d.user_id as "userId", d.settings from destinations d join users u on u.id = d.user_id
    where d.kind = ${kindName} and d.user_id <> ${ownId} and d.state = 'active' and not d.is_source
      and d.due_at <= ${dueBy} and d.failing_since is null and u.disabled_at is null
      and exists (select 1 from forwards f where f.destination_id = d.id and f.next_try_at <= ${nowMs})
    order by d.due_at limit ${MAX_OTHERS}`
  const there = rows.filter(({ settings }) => `${kindName}:${toHost(kind, settings)}` === host)
  const ids = [...new Set(there.map(({ userId }) => userId))]
  const counts = await readCounts(
    sql,
    nowMs,
    ids.map((id) => toTurn(host, id)),
  )
  return ids.map((userId) => ({ userId, tries: counts.get(toTurn(host, userId))?.requests ?? 0 }))
}

interface Count {
  requests: number
  endsAt: number
}

async function readCounts(sql: Sql, nowMs: number, names: readonly string[]): Promise<Map<string, Count>> {
  if (names.length === 0) return new Map()
  const rows = await sql<Count & { name: string }>`
    select name, requests, ends_at as "endsAt" from rate_counters
    where name in (${paddedList(names)}) and ends_at > ${nowMs}`
  return new Map(rows.map(({ name, ...count }) => [name, count]))
}

/** False when it is used up. A window begins with its first try. */
async function countUp(sql: Sql, nowMs: number, name: string, { max, windowMs }: Limit): Promise<boolean> {
  const isOver = fragment`rate_counters.ends_at <= ${nowMs}`
  const rows = await sql`
    insert into rate_counters (name, ends_at, requests, uploads, is_refused)
    values (${name}, ${nowMs + windowMs}, 1, 0, false)
    on conflict (name) do update set
      ends_at = case when ${isOver} then excluded.ends_at else rate_counters.ends_at end,
      requests = case when ${isOver} then 1 else rate_counters.requests + 1 end
      where ${isOver} or rate_counters.requests < ${max}
    returning name`
  return rows.length > 0
}
