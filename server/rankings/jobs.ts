// Looks for findings in flights that have changed, scores them by other leagues and as others see them, and takes from closed
// seasons what must go: outside of uploads, and of all readings.
import type { FileTrigger } from '#contract/clubs/words.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/platform/time.ts'
import type { IsFound, RankableFlight } from '#server/events/pilots-flights.ts'
import { removeGone } from './documents.ts'
import { listInFiles, type Looked, lookForFindings } from './reviews/findings.ts'
import {
  type KeptScore,
  kindOfFinding,
  listScores,
  nameChecked,
  nameScored,
  noteFailure,
  putScore,
  SHOWN,
  type ShownPart,
} from './scores-store.ts'
import type { CheckData, RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'

const POLL_MS = 2 * SECOND_MS
/** Few: who uploads meanwhile does not wait until a whole season is scored. */
const BATCH = 10
/** A file that could not be read or scored is not tried again before. */
const RETRY_MS = HOUR_MS

export function listRankingJobs(services: RankingServices): Job[] {
  const { db } = services
  return [
    {
      name: 'rankings',
      everyMs: POLL_MS,
      count: async () => ({ waiting: await store.countChanged(db.sql), oldestAt: null }),
      run: async (signal, pace) => pace.count(await lookAtChanged(services, signal)),
    },
    {
      // After a change of the program, of its leagues or of the operator's data, for what has failed, and so that nothing stays in
      // documents that are not read.
      name: 'ranking-checks',
      everyMs: DAY_MS,
      async run() {
        await store.setUnseen(db.sql)
        for (const id of await store.listClosedIds(db.sql)) await removeGone(services, id)
      },
    },
  ]
}

/** Until none is left; how many results were made. */
export async function lookAtChanged(services: RankingServices, signal?: AbortSignal): Promise<number> {
  let made = 0
  for (;;) {
    const ids = await store.listChanged(services.db.sql, BATCH)
    if (ids.length === 0) return made
    for (const id of ids) {
      if (signal?.aborted) return made
      const looked = await lookForFindings(services, id)
      if (looked) made += await measureFlights(services, looked, signal)
    }
  }
}

/** Where anything is made, or left when it is stopped, the pilot is looked at again. */
async function measureFlights(
  services: RankingServices,
  { entry, season }: Looked,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { sql } = services.db
  const wanted = await listWanted(services, season)
  const kept = Map.groupBy(await listScores(sql, [entry.userId]), ({ flightId }) => flightId)
  let made = 0
  for (const flight of await services.rankable.list(sql, [entry.userId], season.terms)) {
    if (signal?.aborted) break
    if (!entry.excluded.includes(flight.id))
      made += await measureFlight(services, flight, kept.get(flight.id) ?? [], wanted)
  }
  if (made > 0 || signal?.aborted) await store.countUpEntries(sql, entry.userId)
  return made
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
  const isMissing = (kind: string, of: string, versionOf: (result: string | null) => string) => {
    const kept = own.find((one) => one.kind === kind)
    if (now() < (kept?.failedAt ?? -Infinity) + RETRY_MS) return false
    return kept?.madeOf !== of || kept.madeBy !== versionOf(kept.result)
  }
  // A whole flight is scored by the league of the installation when it is uploaded.
  const asked = flight.zones === null ? leagues.filter((id) => id !== rankable.leagueId) : [...leagues, SHOWN]
  const scores = asked.filter((kind) => isMissing(kind, nameScored(flight), () => versionOf(rankable, kind)))
  const checks = findings.filter((finding) =>
    isMissing(kindOfFinding(finding), nameChecked(flight), (result) =>
      data!.versionOf(finding, flight.date, JSON.parse(result ?? 'null') as IsFound),
    ),
  )
  return (
    (await keep(services, flight, scores, () => scoreFlight(services, flight, scores))) +
    (await keep(services, flight, checks.map(kindOfFinding), () => checkFlight(services, flight, checks)))
  )
}

type Result = Omit<KeptScore, 'flightId' | 'failedAt'>

async function keep(
  { db, log, now }: RankingServices,
  { id: flightId }: RankableFlight,
  kinds: readonly string[],
  make: () => Promise<readonly Result[]>,
): Promise<number> {
  if (kinds.length === 0) return 0
  try {
    const results = await make()
    for (const result of results) await putScore(db.sql, { ...result, flightId })
    return results.length
  } catch (error) {
    log.warn({ err: error, flight: flightId, kinds }, 'a flight of a ranking cannot be scored or checked yet')
    for (const kind of kinds) await noteFailure(db.sql, flightId, kind, now())
    return 0
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
  const { seconds } = found
  const results = new Map<string, object | null>(
    leagues.map((league, at) => [league, found.scores[at] ?? null]),
  )
  results.set(SHOWN, seconds === null ? null : ({ seconds } satisfies ShownPart))
  return kinds.map((kind) => {
    const result = results.get(kind) ?? null
    const madeOf = nameScored(found)
    return { kind, madeOf, madeBy: versionOf(rankable, kind), result: result && JSON.stringify(result) }
  })
}

async function checkFlight(
  { rankable }: RankingServices,
  { ownerId, id }: RankableFlight,
  findings: readonly FileTrigger[],
): Promise<Result[]> {
  const found = await rankable.check(ownerId, id, findings)
  if (!found) return []
  return findings.map((finding) => {
    const { isFound, version } = found.checks[finding]!
    const madeOf = nameChecked(found)
    return { kind: kindOfFinding(finding), madeOf, madeBy: version, result: JSON.stringify(isFound) }
  })
}

/** What is shown of a flight changes with how files are read, as its score does. */
const versionOf = ({ scoreVersions, leagueId }: RankingServices['rankable'], kind: string) =>
  scoreVersions.get(kind === SHOWN ? leagueId : kind)!
