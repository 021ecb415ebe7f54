// Looks at a folder that is watched, and hands new and changed files to the import.
//
//   listed ── known by path and ETag: left alone ── read ── acknowledged by the import ── noted ── done by a later look
//
// Killed before the note, files are read again, and the import knows them by their hashes: none is lost or doubled.
import { averageLatency } from '#server/deliveries/lanes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { type ListedFile, needsPilot } from '../kinds/kind.ts'
import { findNextTryAt } from '../rules.ts'
import type { IncomingFile } from '../sources.ts'
import { countRoomAgain, type Destination, destinationReceivers, findDestination } from '../store.ts'
import type { SendingContext, Serving } from './context.ts'
import { throughDoor } from './door.ts'
import { type KeptOutcome, toKept } from './outcome.ts'
import * as store from './queue-store.ts'
import { askPilot, noteFailing } from './record.ts'
import { compareListed, noteTaken, noteOutcomes } from './source-files.ts'

const LOOK_MS = 15 * MINUTE_MS
/** After a look that has left files for the next, or that is to see what became of those that it has taken. */
const GO_ON_MS = MINUTE_MS
const MAX_FILES = 25
const MAX_BYTES = 8 * 1024 * 1024

interface Look {
  outcome: KeptOutcome
  taken: readonly ListedFile[]
  /** The import that has them. */
  importId?: string
  /** More is there than one look takes, the import has no room, or not all is done. */
  isPart: boolean
}

export async function lookForFiles(context: SendingContext, serving: Serving): Promise<void> {
  const startedAt = performance.now()
  const look = await takeFiles(context, serving)
  const latencyMs = performance.now() - startedAt
  await context.db.transaction((sql) => recordLook(context, sql, serving, look, latencyMs))
}

async function takeFiles(
  context: SendingContext,
  { claim, destination, doorway, kind, place }: Serving,
): Promise<Look> {
  const { aborting, config, db, forwardable } = context
  const source = kind.source!
  const open = <Result>(use: Parameters<typeof throughDoor<Result>>[3]) =>
    throughDoor(context, doorway, aborting, use)
  const isWaiting = await noteOutcomes(context, destination.user_id, destination.id)
  const listing = await open((door) => source.list(door, place))
  const fresh =
    listing.outcome.result === 'delivered' ? await findFresh(context, destination, listing.files) : []
  const [incoming, taken]: [IncomingFile[], ListedFile[]] = [[], []]
  let outcome = toKept(listing.outcome, place)
  let bytes = 0
  // A service that is slow with each file does not keep a slot for all of them.
  const endAt = performance.now() + config.forwards.timeoutMs
  for (const file of fresh) {
    if (incoming.length >= MAX_FILES || bytes >= MAX_BYTES || outcome.result !== 'delivered') break
    if (taken.length > 0 && performance.now() > endAt) break
    const { path: name } = file
    const max = config.maxUploadBytes
    const reason = `This file has more than ${max} bytes.`
    const answer =
      (file.bytes ?? 0) > max ? undefined : await open((door) => source.read(door, place, name, max + 1))
    // Gone since the list was made.
    if (answer?.status === 404) continue
    if (answer) outcome = toKept(kind.classify(answer), place)
    if (outcome.result !== 'delivered') break
    const content = answer?.bytes
    incoming.push(content && content.length <= max ? { name, bytes: content } : { name, reason })
    taken.push(file)
    bytes += content?.length ?? 0
  }
  if (incoming.length === 0) return { outcome, taken, isPart: isWaiting }
  // Of a folder that the pilot has given up meanwhile, nothing is taken.
  if ((await findDestination(db.sql, destination.id))?.revision !== claim.revision)
    return { outcome, taken: [], isPart: true }
  try {
    const importId = await forwardable.take(destination.user_id, destination.label, incoming)
    return { outcome, taken, importId, isPart: true }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error
    return { outcome, taken: [], isPart: true }
  }
}

/** A file that is remembered takes room, too: where there is none, no other is. */
async function findFresh(
  { db, forwardable, now }: SendingContext,
  destination: Destination,
  listed: readonly ListedFile[],
): Promise<ListedFile[]> {
  const { fresh, known } = await compareListed(db.sql, now(), destination, listed)
  const isNew = ({ path }: ListedFile) => !known.has(path)
  if (!fresh.some(isNew) || (await forwardable.hasRoom(destination.user_id))) return fresh
  return fresh.filter((file) => !isNew(file))
}

async function recordLook(
  context: SendingContext,
  sql: Sql,
  serving: Serving,
  { outcome, taken, importId, isPart }: Look,
  latencyMs: number,
): Promise<void> {
  const nowMs = context.now()
  const held = await store.lockDestination(sql, serving.claim)
  if (!held) return
  const { id, user_id: ownerId } = serving.destination
  if (importId !== undefined) {
    await noteTaken(sql, nowMs, id, importId, taken)
    await countRoomAgain(sql, ownerId)
  }
  await store.noteLatency(sql, id, averageLatency(held.latency_ms, [latencyMs]))
  context.pace.count(taken.length)
  if (outcome.result === 'delivered') {
    await destinationReceivers.markHealthy(sql, nowMs, id)
    await store.forgetFailures(sql, id)
    return destinationReceivers.release(sql, serving.claim, nowMs + (isPart ? GO_ON_MS : LOOK_MS))
  }
  context.pace.noteError(outcome.words ?? 'a folder could not be looked at')
  if (needsPilot(outcome.result) || held.isChanged) return askPilot(context, sql, serving, held, outcome)
  const failures = await noteFailing(sql, nowMs, serving.claim, held)
  await destinationReceivers.release(sql, serving.claim, findNextTryAt(nowMs, failures, outcome.retryAfterMs))
}
