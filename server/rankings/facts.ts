// The facts that places follow from: public flights of entered pilots, as any rule of the season may ask for them. They are kept
// as text for each pilot, which is what the thread that ranks is given; only those of pilots who have changed are read again.
import type { Certificate } from '#contract/certificate.ts'
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { createTurns } from '#server/platform/concurrency/turns.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { listMains, type Stay, toClub } from './clubs-store.ts'
import { type KeptScore, type LeagueValues, listScores, nameScored, type Units } from './scores-store.ts'
import type { RankableFlight } from '#server/events/pilots-flights.ts'
import type { FlightSource, RankingServices } from './sources.ts'
import type { Entry, Season } from './store.ts'

/** Of a flight, whatever the rule. */
export interface Facts extends Omit<RankableFlight, 'certificate'> {
  readonly club: string | null
  /** By the ids of leagues; null where the league has no rules for the flight. */
  readonly values: Readonly<Record<string, LeagueValues | null>>
}

const toUnits = (value: number, decimals: number): Units => ({
  units: Math.round(value * 10 ** decimals),
  decimals,
})

export const toValues = (
  { rules, type, score, distanceKm }: Certificate,
  { scoreDecimals, distanceDecimals }: { scoreDecimals: number; distanceDecimals: number },
): LeagueValues => ({
  rules: `${rules.name} ${rules.version}`,
  type: type as RankingFlight['type'],
  points: toUnits(score, scoreDecimals),
  km: toUnits(distanceKm, distanceDecimals),
})

function toFacts(
  { league }: FlightSource,
  { certificate, ...flight }: RankableFlight,
  stays: readonly Stay[],
  scores: readonly KeptScore[],
): Facts {
  const madeOf = nameScored(flight)
  const known = scores.filter((one) => one.madeOf === madeOf && one.madeBy !== '')
  return {
    ...flight,
    club: toClub(stays, flight),
    values: {
      ...Object.fromEntries(known.map(({ kind, result }) => [kind, result && JSON.parse(result)])),
      [league.id]: toValues(certificate, league),
    },
  }
}

const READ_TOGETHER = 10
/** Reading and writing facts is done in turns of this length: requests wait no longer. */
const giveWay = createTurns(8)

export interface Reading extends Entry {
  readonly lastChange: number
}

/** Facts of pilots, those that take part. */
export async function readFacts(
  { rankable }: Pick<RankingServices, 'rankable'>,
  sql: Sql,
  { terms }: Pick<Season, 'terms'>,
  entries: readonly Reading[],
  keep: (entry: Reading, facts: Facts[]) => void,
): Promise<void> {
  for (let at = 0; at < entries.length; at += READ_TOGETHER) {
    const some = entries.slice(at, at + READ_TOGETHER)
    const ids = some.map(({ userId }) => userId)
    await giveWay()
    const flights = Map.groupBy(await rankable.list(sql, ids, terms), ({ ownerId }) => ownerId)
    const stays = Map.groupBy(await listMains(sql, ids), ({ userId }) => userId)
    const scores = Map.groupBy(await listScores(sql, ids), ({ flightId }) => flightId)
    for (const entry of some) {
      await giveWay()
      const own = (flights.get(entry.userId) ?? []).filter(({ id }) => !entry.excluded.includes(id))
      const clubs = stays.get(entry.userId) ?? []
      keep(
        entry,
        own.map((flight) => toFacts(rankable, flight, clubs, scores.get(flight.id) ?? [])),
      )
    }
  }
}

export type Pilot = Pick<Entry, 'id' | 'band' | 'sex' | 'team' | 'teamSince' | 'isNewcomer'>

/** As a rule sees it: with nothing that the rule does not ask for. */
export function toFlight(
  rule: RankingRule,
  { id, hash, date, uploadedAt, class: wing, country, ...facts }: Facts,
  pilot: Pilot,
  isShownClub: (club: string) => boolean,
): RankingFlight {
  const { filter, factors = [], group, measure } = rule
  const { league } = measure
  const scored = league === undefined ? undefined : facts.values[league]
  const isInTeam = group.by === 'team' && pilot.teamSince !== null && date >= pilot.teamSince
  const asksBand = filter?.bands !== undefined || factors.some(({ bands }) => bands !== undefined)
  return {
    id,
    pilot: pilot.id,
    address: `/f/${id}`,
    file: hash,
    date,
    uploadedAt: new Date(uploadedAt).toISOString(),
    measured: measureFlight(measure.kind, facts.seconds, scored),
    ...(league !== undefined && scored === undefined && { isUnscored: true as const }),
    type: scored?.type ?? 'None',
    class: wing,
    country,
    // A zone may hide where it began, and so the place is left out for all flights of the pilot.
    takeoff: facts.hasZones ? null : facts.takeoff,
    launchType: facts.launchType,
    signature: facts.signature,
    band: asksBand ? pilot.band : null,
    sex: filter?.sex === undefined ? null : pilot.sex,
    isNewcomer: filter?.newcomers === true && pilot.isNewcomer,
    club: group.by === 'club' && facts.club !== null && isShownClub(facts.club) ? facts.club : null,
    team: isInTeam ? pilot.team : null,
  }
}

function measureFlight(
  kind: RankingRule['measure']['kind'],
  seconds: number,
  scored: LeagueValues | null | undefined,
): RankingFlight['measured'] {
  if (kind === 'flights') return { units: 1, decimals: 0, rules: null }
  if (kind === 'hours') return { units: seconds, decimals: 0, rules: null }
  return scored ? { ...scored[kind], rules: scored.rules } : null
}
