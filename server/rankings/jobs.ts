// Looks for findings in flights that have changed, scores them by other leagues and as others see them, and takes from closed
// seasons what must go: outside of uploads, and of all readings.
import type { FileTrigger } from '#contract/clubs/words.ts'
import { createSignal } from '#server/platform/concurrency/signal.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/platform/time.ts'
import { removeGone } from './documents.ts'
import { toValues } from './facts.ts'
import { listInFiles, lookForFindings } from './reviews/findings.ts'
import {
  type KeptScore,
  kindOfFinding,
  listScores,
  nameChecked,
  nameScored,
  putScore,
  SHOWN,
  type ShownPart,
} from './scores-store.ts'
import type { RankableCheck, RankableFlight, RankableScore } from '#server/events/pilots-flights.ts'
import type { CheckData, RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Entry, Season } from './store.ts'

/** Changes of this node are told by the signal; those of others are found by polling. */
const POLL_MS = 2 * SECOND_MS
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
      // Apart from the others: scoring a whole season takes long.
      name: 'ranking-scores',
      everyMs: POLL_MS,
      count: async () => ({ waiting: (await store.listWaiting(db.sql)).length, oldestAt: null }),
      run: async (signal, pace) => pace.count(await scoreWaiting(services, signal)),
    },
    {
      // After a change of the program, of its leagues or of the operator's data, for what has failed, and so that nothing stays in
      // documents that are not read.
      name: 'ranking-checks',
      everyMs: DAY_MS,
      async run() {
        await lookAgain(services)
        for (const id of await store.listSeasonIds(db.sql, 'closed')) await removeGone(services, id)
      },
    },
  ]
}

/** In all open seasons. */
export async function lookAgain({ db }: RankingServices): Promise<void> {
  for (const id of await store.listSeasonIds(db.sql, 'open'))
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
    if (entries.length === 0) return count
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
    count += await measureFlight(services, flight, own, wanted)
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

/** Results that are missing, of an earlier version of the flight, or made by what is no longer valid; how many were. */
async function measureFlight(
  services: RankingServices,
  flight: RankableFlight,
  own: readonly KeptScore[],
  { leagues, findings, data }: Wanted,
): Promise<number> {
  const { rankable, now } = services
  const isMissing = (kind: string, isValid: (kept: KeptScore) => boolean) => {
    const kept = own.find((one) => one.kind === kind)
    const hasFailedLately = now() < (kept?.failedAt ?? -Infinity) + RETRY_MS
    return !hasFailedLately && !(kept && isValid(kept))
  }
  // A whole flight is scored by the league of the installation when it is uploaded.
  const asked =
    flight.zones === null ? leagues.filter((id) => id !== rankable.league.id) : [...leagues, SHOWN]
  const scores = asked.filter((kind) =>
    isMissing(
      kind,
      ({ madeOf, madeBy }) => madeOf === nameScored(flight) && madeBy === versionOf(rankable, kind),
    ),
  )
  const checks = findings.filter((finding) =>
    isMissing(
      kindOfFinding(finding),
      (kept) =>
        kept.madeOf === nameChecked(flight) && !isOutdated(kept, data!.versionOf(finding, flight.date)),
    ),
  )
  await keep(services, flight, own, scores, () => scoreFlight(services, flight, scores))
  await keep(services, flight, own, checks.map(kindOfFinding), () => checkFlight(services, flight, checks))
  return scores.length + checks.length
}

type Result = Omit<KeptScore, 'flightId' | 'failedAt'>

/** Where it fails, values of an earlier version stay until the next try. */
async function keep(
  { db, log, now }: RankingServices,
  { id: flightId }: RankableFlight,
  own: readonly KeptScore[],
  kinds: readonly string[],
  find: () => Promise<readonly Result[]>,
): Promise<void> {
  if (kinds.length === 0) return
  try {
    for (const result of await find()) await putScore(db.sql, { ...result, flightId, failedAt: null })
  } catch (error) {
    log.warn({ err: error, flight: flightId, kinds }, 'a flight of a ranking cannot be scored or checked yet')
    for (const kind of kinds) {
      const before = own.find((kept) => kept.kind === kind)
      await putScore(db.sql, {
        madeOf: '',
        madeBy: '',
        result: null,
        ...before,
        flightId,
        kind,
        failedAt: now(),
      })
    }
  }
}

async function scoreFlight(
  { rankable }: RankingServices,
  { ownerId, id }: RankableFlight,
  kinds: readonly string[],
): Promise<Result[]> {
  const leagues = kinds.filter((kind) => kind !== SHOWN)
  const found = await rankable.score(ownerId, id, leagues)
  if (!found) return []
  const shown = found.seconds === null ? null : JSON.stringify({ seconds: found.seconds } satisfies ShownPart)
  return kinds.map((kind) => ({
    kind,
    madeOf: nameScored(found),
    madeBy: versionOf(rankable, kind),
    result: kind === SHOWN ? shown : writeValues(found.scores[leagues.indexOf(kind)] ?? null),
  }))
}

async function checkFlight(
  { rankable }: RankingServices,
  { ownerId, id }: RankableFlight,
  findings: readonly FileTrigger[],
): Promise<Result[]> {
  const found = await rankable.check(ownerId, id, findings)
  if (!found) return []
  return findings.map((finding) => ({
    kind: kindOfFinding(finding),
    madeOf: nameChecked(found),
    madeBy: '',
    result: JSON.stringify(found.checks[finding]),
  }))
}

/** What is shown of a flight changes with how files are read, as its score does. */
const versionOf = ({ scoreVersions, league }: RankingServices['rankable'], kind: string) =>
  scoreVersions.get(kind === SHOWN ? league.id : kind)!

function writeValues(score: RankableScore | null): string | null {
  if (!score) return null
  const values = toValues(score.certificate, score)
  if (!score.isRefused) return JSON.stringify(values)
  const none = (of: 'points' | 'km') => ({ ...values[of], units: 0 })
  return JSON.stringify({ ...values, type: 'None', points: none('points'), km: none('km') })
}

function isOutdated({ result }: KeptScore, version: RankableCheck['version']): boolean {
  if (result === null) return true
  const check = JSON.parse(result) as RankableCheck
  if (check.version.data !== version.data) return true
  return check.isFound === null && check.version.heights !== version.heights
}
