// Keeps the entries of a pilot in step with the flights: only those are read again that have changed.
import { hash } from 'node:crypto'
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { toCanonicalJson } from '#rankings/canonical.ts'
import type { EntryState } from '#rankings/judge.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { type Stay, toClub } from './clubs-store.ts'
import * as store from './entries-store.ts'
import type { Facts, Figure, HeldEntry, LeagueFigures } from './entries-store.ts'
import type { FlightSource, FlightVersion, RankingServices, SourceFlight } from './sources.ts'
import type { Season, SeasonPilot } from './store.ts'

const units = (value: number, decimals: number): Figure => ({
  units: Math.round(value * 10 ** decimals),
  decimals,
})

function toFacts({ league }: FlightSource, flight: SourceFlight, stays: readonly Stay[]): Facts {
  const { elapsedMs: _elapsed, ...certificate } = flight.certificate
  const { rules, score, distanceKm, type } = flight.certificate
  return {
    file: flight.hash,
    certificate: hash('sha256', toCanonicalJson(certificate)),
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
    scores: {
      [league.id]: {
        rules: `${rules.name} ${rules.version}`,
        type: type as RankingEntry['type'],
        points: units(score, league.scoreDecimals),
        km: units(distanceKm, league.distanceDecimals),
      },
    },
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
  }))
  await store.putEntries(sql, seasonId, pilotId, fresh)
  const isFresh = new Set(fresh.map(({ flightId }) => flightId))
  const kept = held.filter(({ flightId }) => isThere.has(flightId) && !isFresh.has(flightId))
  return [...kept, ...fresh]
}

export type Entrant = Pick<SeasonPilot, 'id' | 'band' | 'sex' | 'team' | 'teamSince' | 'isNewcomer' | 'takes'>

/** An entry as a rule sees it. */
export function toEntry(
  { figure }: RankingRule,
  { id, facts: { seconds, scores, ...facts } }: HeldEntry,
  pilot: Entrant,
): RankingEntry {
  const scored = figure.league === undefined ? undefined : scores[figure.league]
  return {
    ...facts,
    id,
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
  scored: LeagueFigures | undefined,
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
