// Looks for findings in flights that have changed, scores them by other leagues and as others see them, and takes from closed
// seasons what must go: outside of uploads, and of all readings.
import type { FileTrigger } from '#contract/clubs/words.ts'
import { createSignal } from '#server/platform/concurrency/signal.ts'
import type { Job } from '#server/platform/jobs.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/platform/time.ts'
import { removeGone } from './documents.ts'
import { toValues } from './facts.ts'
import { listInFiles, lookForFindings } from './reviews/findings.ts'
import {
  type KeptCheck,
  type KeptScore,
  kindOfFinding,
  listScores,
  nameChecked,
  nameScored,
  putScore,
  SHOWN,
  type ShownPart,
} from './scores-store.ts'
import type { RankableFlight } from '#server/events/pilots-flights.ts'
import type { CheckData, LeagueScore, RankingServices, SourceScores } from './sources.ts'
import * as store from './store.ts'
import type { Entry, Season } from './store.ts'

/** Changes of this node are told by the signal; those of others are found by polling. */
const POLL_MS = 2 * SECOND_MS
const CLOSED_MS = 30 * SECOND_MS
const BATCH = 50
/** A file that could not be read or scored is not tried again before. */
const RETRY_MS = HOUR_MS

export function listRankingJobs(services: RankingServices): Job[] {
  const { db } = services
  return [
    {
      name: 'rankings',
      everyMs: POLL_MS,
      count: async () => ({ waiting: await store.countChanged(db.sql), oldestAt: null }),
      async run(signal, pace) {
        const changed = createSignal()
        const unsubscribe = services.eventSignal.subscribe(changed.notify)
        try {
          while (!signal.aborted) {
            pace.count(await lookAtChanged(services, signal))
            await changed.wait(POLL_MS, signal)
          }
        } finally {
          unsubscribe()
        }
      },
    },
    {
      name: 'closed-rankings',
      everyMs: CLOSED_MS,
      async run(signal) {
        for (const id of await store.listClosedSeasons(db.sql))
          if (!signal.aborted) await removeGone(services, id)
      },
    },
    {
      // Apart from the others: scoring a whole season takes long.
      name: 'ranking-scores',
      everyMs: POLL_MS,
      count: async () => ({ waiting: (await store.listWaiting(db.sql)).length, oldestAt: null }),
      run: async (signal, pace) => pace.count(await scoreWaiting(services, signal)),
    },
    {
      // After a change of the program, of its leagues or of the operator's data, and for what has failed.
      name: 'ranking-checks',
      everyMs: DAY_MS,
      run: () => lookAgain(services),
    },
  ]
}

/** In all open seasons. */
export async function lookAgain({ db }: RankingServices): Promise<void> {
  for (const id of await store.listOpenSeasons(db.sql))
    await store.setWaiting(db.sql, store.ofSeason(id), true)
}

/** Until none is left; how many. */
export async function lookAtChanged(services: RankingServices, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const entries = await store.listChanged(services.db.sql, BATCH)
    for (const { id } of entries) {
      if (signal?.aborted) return count
      await lookForFindings(services, id)
      count++
    }
    if (entries.length < BATCH) return count
  }
}

/** Each pilot who waits, once; how many results. */
export async function scoreWaiting(services: RankingServices, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const entry of await store.listWaiting(services.db.sql)) {
    const made = signal?.aborted ? undefined : await scoreEntry(services, entry, signal)
    // Stopped in between, the pilot goes on waiting with what is left.
    if (made === undefined) return count
    count += made
  }
  return count
}

async function scoreEntry(
  services: RankingServices,
  entry: Entry,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const { sql } = services.db
  const season = await store.findSeason(sql, entry.seasonId)
  if (!season) return 0
  await store.setWaiting(sql, store.withId(entry.id), false)
  const wanted = await listWanted(services, season)
  const kept = Map.groupBy(await listScores(sql, [entry.userId]), ({ flightId }) => flightId)
  let count = 0
  for (const flight of await services.rankable.list(sql, [entry.userId], season.terms)) {
    if (signal?.aborted) {
      await store.setWaiting(sql, store.withId(entry.id), true)
      return undefined
    }
    if (entry.excluded.includes(flight.id)) continue
    const own = kept.get(flight.id) ?? []
    count += await scoreFlight(services, flight, own, wanted.leagues)
    count += await checkFlight(services, flight, own, wanted)
  }
  if (count === 0) return 0
  await store.countUpEntries(sql, entry.userId)
  await lookForFindings(services, entry.id)
  await store.setWaiting(sql, store.withId(entry.id), false)
  return count
}

interface Wanted {
  /** That rules ask for, and that are still known. */
  readonly leagues: readonly string[]
  readonly findings: readonly FileTrigger[]
  readonly data: CheckData | undefined
}

async function listWanted({ db, rankable }: RankingServices, season: Season): Promise<Wanted> {
  const asked = (await store.listRankings(db.sql, [season.id])).flatMap(
    ({ rule }) => rule.measure.league ?? [],
  )
  const leagues = [...new Set(asked)].filter((id) => rankable.scoreVersions.has(id))
  const findings = listInFiles(season)
  return { leagues, findings, data: findings.length > 0 ? await rankable.openChecks() : undefined }
}

const hasFailedLately = (nowMs: number, kept: KeptScore | undefined) =>
  kept !== undefined && kept.failedAt !== null && nowMs < kept.failedAt + RETRY_MS

async function scoreFlight(
  { db, rankable, log, now }: RankingServices,
  flight: RankableFlight,
  own: readonly KeptScore[],
  leagues: readonly string[],
): Promise<number> {
  const madeOf = nameScored(flight)
  // A whole flight is scored by the league of the installation when it is uploaded.
  const wanted =
    flight.zones === null ? leagues.filter((id) => id !== rankable.league.id) : [...leagues, SHOWN]
  const missing = wanted.filter((one) => {
    const kept = own.find(({ kind }) => kind === one)
    if (hasFailedLately(now(), kept)) return false
    return kept?.madeOf !== madeOf || kept.madeBy !== versionOf(rankable, one)
  })
  if (missing.length === 0) return 0
  const asked = missing.filter((kind) => kind !== SHOWN)
  try {
    const found = await rankable.score(flight.ownerId, flight.id, asked)
    for (const kind of found ? missing : [])
      await putScore(db.sql, {
        flightId: flight.id,
        kind,
        madeOf: nameScored(found!),
        madeBy: versionOf(rankable, kind),
        result: kind === SHOWN ? writeShown(found!) : writeValues(found!.scores[asked.indexOf(kind)] ?? null),
        failedAt: null,
      })
  } catch (error) {
    log.warn({ err: error, flight: flight.id, leagues: asked }, 'a flight of a ranking cannot be scored yet')
    // Values of an earlier version stay until then.
    for (const kind of missing) await putScore(db.sql, toFailed(flight.id, kind, own, now()))
  }
  return missing.length
}

/** What is shown of a flight changes with how files are read, as its score does. */
const versionOf = ({ scoreVersions, league }: RankingServices['rankable'], kind: string) =>
  scoreVersions.get(kind === SHOWN ? league.id : kind)!

function writeShown({ seconds }: SourceScores): string | null {
  return seconds === null ? null : JSON.stringify({ seconds } satisfies ShownPart)
}

function toFailed(flightId: string, kind: string, own: readonly KeptScore[], failedAt: number): KeptScore {
  const before = own.find((kept) => kept.kind === kind)
  return { madeOf: '', madeBy: '', result: null, ...before, flightId, kind, failedAt }
}

function writeValues(score: LeagueScore | null): string | null {
  if (!score) return null
  const values = toValues(score.certificate, score)
  if (!score.isRefused) return JSON.stringify(values)
  const none = (of: 'points' | 'km') => ({ ...values[of], units: 0 })
  return JSON.stringify({ ...values, type: 'None', points: none('points'), km: none('km') })
}

async function checkFlight(
  { db, rankable, log, now }: RankingServices,
  flight: RankableFlight,
  own: readonly KeptScore[],
  { findings, data }: Wanted,
): Promise<number> {
  const missing = findings.filter((finding) => {
    const kept = own.find(({ kind }) => kind === kindOfFinding(finding))
    if (hasFailedLately(now(), kept)) return false
    return (
      !kept || kept.madeOf !== nameChecked(flight) || isOutdated(kept, data!.versionOf(finding, flight.date))
    )
  })
  if (missing.length === 0) return 0
  try {
    const found = await rankable.check(flight.ownerId, flight.id, missing)
    for (const finding of found ? missing : [])
      await putScore(db.sql, {
        flightId: flight.id,
        kind: kindOfFinding(finding),
        madeOf: nameChecked(found!),
        madeBy: '',
        result: JSON.stringify(found!.checks[finding]),
        failedAt: null,
      })
  } catch (error) {
    log.warn(
      { err: error, flight: flight.id, findings: missing },
      'a flight of a ranking cannot be checked yet',
    )
    for (const finding of missing)
      await putScore(db.sql, toFailed(flight.id, kindOfFinding(finding), own, now()))
  }
  return missing.length
}

function isOutdated({ result }: KeptScore, version: KeptCheck['version']): boolean {
  if (result === null) return true
  const check = JSON.parse(result) as KeptCheck
  if (check.version.data !== version.data) return true
  return check.isFound === null && check.version.heights !== version.heights
}
