// Keeps the entries of a pilot in step with the flights: only those are read again that have changed.
import { hash } from 'node:crypto'
import type { Certificate } from '#contract/certificate.ts'
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { toCanonicalJson } from '#rankings/canonical.ts'
import type { EntryState } from '#rankings/judge.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { HOUR_MS } from '#server/platform/time.ts'
import { type Stay, toClub } from './clubs-store.ts'
import * as store from './entries-store.ts'
import type {
  ComputedFigures,
  ComputedScore,
  Facts,
  Figure,
  HeldEntry,
  LeagueFigures,
} from './entries-store.ts'
import type { FlightSource, FlightVersion, RankingServices, SourceFlight } from './sources.ts'
import type { Season, SeasonPilot, StoredRanking } from './store.ts'

const units = (value: number, decimals: number): Figure => ({
  units: Math.round(value * 10 ** decimals),
  decimals,
})

/** A certificate without the time that it took, which is another each time. */
export const hashCertificate = ({ elapsedMs: _elapsed, ...certificate }: Certificate) =>
  hash('sha256', toCanonicalJson(certificate))

export const toFigures = (
  { rules, type, score, distanceKm }: Certificate,
  { scoreDecimals, distanceDecimals }: { scoreDecimals: number; distanceDecimals: number },
): LeagueFigures => ({
  rules: `${rules.name} ${rules.version}`,
  type: type as RankingEntry['type'],
  points: units(score, scoreDecimals),
  km: units(distanceKm, distanceDecimals),
})

function toFacts({ league }: FlightSource, flight: SourceFlight, stays: readonly Stay[]): Facts {
  return {
    file: flight.hash,
    certificate: hashCertificate(flight.certificate),
    isAttested: flight.hasZones,
    isPublic: flight.isPublic,
    date: flight.date,
    uploadedAt: new Date(flight.uploadedAt).toISOString(),
    seconds: flight.seconds,
    class: flight.class,
    country: flight.country,
    // A zone may hide where it began, and so the place is left out for all flights of the pilot.
    takeoff: flight.hasZones ? null : flight.takeoff,
    launchType: flight.launchType,
    signature: flight.signature,
    club: toClub(stays, flight),
    scores: { [league.id]: toFigures(flight.certificate, league) },
  }
}

const isAsOf = ({ changeNumber, class: wing, hasZones }: FlightVersion, held: HeldEntry | undefined) =>
  held?.changeNumber === changeNumber && held.facts.class === wing && held.facts.isAttested === hasZones

export async function refreshEntries(
  { rankable, now }: Pick<RankingServices, 'rankable' | 'now'>,
  sql: Sql,
  { id: seasonId, terms }: Season,
  { id: pilotId, userId }: SeasonPilot,
  stays: readonly Stay[],
): Promise<HeldEntry[]> {
  const flights = await rankable.listVersions(sql, userId, terms)
  const held = await store.listEntries(sql, pilotId)
  const isThere = new Set(flights.map(({ id }) => id))
  const heldOf = new Map(held.map((entry) => [entry.flightId, entry]))
  const gone = held.filter(({ flightId }) => !isThere.has(flightId))
  const stale = flights.filter((flight) => !isAsOf(flight, heldOf.get(flight.id)))
  await store.deleteEntries(
    sql,
    gone.map(({ id }) => id),
  )
  const read = await rankable.list(
    sql,
    userId,
    stale.map(({ id }) => id),
  )
  const fresh = read.map((flight) => ({
    id: heldOf.get(flight.id)?.id ?? createId(now()),
    flightId: flight.id,
    changeNumber: flight.changeNumber,
    isChosen: heldOf.get(flight.id)?.isChosen ?? false,
    track: flight.track,
    facts: toFacts(rankable, flight, stays),
    computed: heldOf.get(flight.id)?.computed ?? {},
    checks: heldOf.get(flight.id)?.checks ?? {},
  }))
  await store.putEntries(sql, seasonId, pilotId, fresh)
  const isFresh = new Set(fresh.map(({ flightId }) => flightId))
  const kept = held.filter(({ flightId }) => isThere.has(flightId) && !isFresh.has(flightId))
  return [...kept, ...fresh]
}

export type Entrant = Pick<SeasonPilot, 'id' | 'band' | 'sex' | 'team' | 'teamSince' | 'isNewcomer' | 'takes'>

/** Names the flight that a score is of: another file or date is scored again. */
export const nameScored = ({ file, date }: Pick<Facts, 'file' | 'date'>) => `${file} ${date}`

/** Null where the league has no rules for the flight, undefined until it is scored. */
function findFigures({ facts, computed }: HeldEntry, league: string): ComputedFigures | null | undefined {
  const own = facts.scores[league]
  if (own) return { ...own, certificate: facts.certificate }
  const other = computed[league]
  return other?.of === nameScored(facts) ? other.figures : undefined
}

/** An entry as a rule sees it. */
export function toEntry({ figure }: RankingRule, held: HeldEntry, pilot: Entrant): RankingEntry {
  const { seconds, scores: _scores, ...facts } = held.facts
  const { league } = figure
  const scored = league === undefined ? undefined : findFigures(held, league)
  return {
    ...facts,
    ...(league !== undefined && { certificate: scored?.certificate ?? null }),
    ...(league !== undefined && scored === undefined && { isUnscored: true as const }),
    id: held.id,
    pilot: pilot.id,
    figure: chooseFigure(figure.of, seconds, scored),
    type: scored?.type ?? 'None',
    band: pilot.band,
    sex: pilot.sex,
    team:
      pilot.team !== null && pilot.teamSince !== null && facts.date >= pilot.teamSince ? pilot.team : null,
    isNewcomer: pilot.isNewcomer,
  }
}

function chooseFigure(
  of: RankingRule['figure']['of'],
  seconds: number,
  scored: LeagueFigures | null | undefined,
): RankingEntry['figure'] {
  if (of === 'flights') return { units: 1, decimals: 0, rules: null }
  if (of === 'hours') return { units: seconds, decimals: 0, rules: null }
  return scored ? { ...scored[of], rules: scored.rules } : null
}

/** Of a pilot who chooses, what was not chosen is not entered. */
export function toState(
  { id, isChosen }: HeldEntry,
  { takes }: Entrant,
  decided: ReadonlyMap<string, EntryState>,
): EntryState {
  return isEntered({ isChosen }, { takes }) ? (decided.get(id) ?? 'entered') : 'not-entered'
}

export const isEntered = ({ isChosen }: Pick<HeldEntry, 'isChosen'>, { takes }: Pick<Entrant, 'takes'>) =>
  takes === 'all' || (takes === 'chosen' && isChosen)

/** A file that could not be read or scored is not tried again before. */
export const RETRY_MS = HOUR_MS

export interface MissingScores {
  readonly entry: HeldEntry
  readonly leagues: readonly string[]
}

type Asking = Pick<RankingServices, 'rankable' | 'now'>

/** Rankings by a league that flights are not scored by when they are uploaded, and that is still known. */
export const listByOthers = ({ rankable }: Pick<Asking, 'rankable'>, rankings: readonly StoredRanking[]) =>
  rankings.filter(({ rule: { figure } }) => {
    const { league } = figure
    return league !== undefined && league !== rankable.league.id && rankable.scoreVersions.has(league)
  })

/** A private flight is scored where a ranking takes it. A closed season keeps the scores of earlier versions. */
export function listMissing(
  services: Asking,
  { season, pilot, rankings }: { season: Season; pilot: SeasonPilot; rankings: readonly StoredRanking[] },
  held: readonly HeldEntry[],
): MissingScores[] {
  const byOthers = listByOthers(services, rankings)
  if (byOthers.length === 0) return []
  return held
    .filter((entry) => isEntered(entry, pilot))
    .map((entry) => {
      const taking = byOthers.filter(({ rule }) => rule.audience === 'members' || entry.facts.isPublic)
      const leagues = [...new Set(taking.map(({ rule }) => rule.figure.league!))]
      return { entry, leagues: leagues.filter((league) => isMissing(services, season, entry, league)) }
    })
    .filter(({ leagues }) => leagues.length > 0)
}

function isMissing(
  { rankable, now }: Asking,
  { closedAt }: Season,
  { facts, computed }: HeldEntry,
  league: string,
): boolean {
  const score: ComputedScore | undefined = computed[league]
  if (facts.scores[league] !== undefined) return false
  if (!score) return true
  if (score.failedAt !== undefined && now() < score.failedAt + RETRY_MS) return false
  if (score.figures === undefined || score.of !== nameScored(facts)) return true
  return closedAt === null && score.by !== rankable.scoreVersions.get(league)
}
